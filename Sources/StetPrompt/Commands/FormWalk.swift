import StetCore
import StetSessions
import StetText

/// Asks for the fields of a session one by one, each with what it holds to be edited in the line.
struct FormWalk {
    private let bench: Bench
    private let ask: Bench.Asking

    /// Values of an enum that are named.
    private static let offered = 20

    /// - Throws: nobody is there to be asked.
    init(_ bench: Bench) throws(CommandError) {
        guard let ask = bench.ask else {
            throw CommandError(
                "a form is filled in on a terminal; without one, .set FIELD VALUE sets a field")
        }
        self.bench = bench
        self.ask = ask
    }

    /// Ctrl-C, and Ctrl-D on an empty line, end the form and leave the draft as it is.
    func walk(_ session: DetailSession) throws {
        guard session.kind != .view else { throw CommandError("this session is read-only") }
        bench.write(
            Style(isColored: bench.host.usesColor).bold(TerminalText.line(session.form.title))
                + "\n")
        var isFinished = true
        for field in session.draft.fields where !session.form.removed.contains(field) {
            isFinished = try fill(field, of: session)
            if !isFinished { break }
        }
        SessionScreen.show(session, on: bench)
        if !isFinished { bench.say("the form was left; the draft is as it is") }
        guard session.form.isDirty else { return bench.say("nothing was changed; .cancel ends") }
        if isFinished, session.form.canSave { bench.propose(".save") }
        bench.say(".save keeps it, .cancel forgets it, .edit --form goes through it again")
    }

    /// - Returns: false: the person would rather not go on.
    private func fill(_ field: String, of session: DetailSession) throws -> Bool {
        var text = session.draft.text(field)?.description ?? ""
        guard TerminalText.line(text) == text else {
            bench.say("\(field) holds what a line cannot show; .set \(field) VALUE replaces it")
            return true
        }
        let column = session.draft.layout.column(named: field)
        if let column, let offer = Self.offer(of: column.format.field) { bench.say(offer) }
        let unit = column?.format.field.unit.map { " (\($0))" } ?? ""
        let prompt = "  " + TerminalText.line(field + unit) + ": "
        let assistance = LineAssistance(
            complete: { FieldAssistance.complete($0, $1, column, bench.screen()) },
            help: { _, _ in WordHelp(bench: bench).field(named: field) ?? "" })
        var refused: String?
        while true {
            let bytes: [UInt8]
            switch ask(prompt, text, assistance) {
            case .line(let line), .toEditor(let line): bytes = line
            case .end, .interrupted, .stopped: return false
            }
            text = String(decoding: bytes, as: UTF8.self)
            if ByteString(bytes) != session.draft.text(field) ?? "" {
                try session.setText(field, ByteString(bytes))
            }
            let problems = session.form.problems.filter { $0.field == field }
            let isWrong = problems.contains { $0.severity == .error }
            if isWrong, refused == text { return true }
            for problem in problems { bench.say("  ⚠ \(problem.message)") }
            guard isWrong else { return true }
            if refused == nil { bench.say("  Enter again leaves it so") }
            refused = text
            guard TerminalText.line(text) == text else { return true }
        }
    }

    /// The values that a field can have, where they can be named.
    private static func offer(of field: Field) -> String? {
        var values: [String] = []
        for constraint in field.constraints {
            if case .oneOf(let list) = constraint.kind { values = list.map(\.description) }
        }
        if values.isEmpty, field.type == .boolean {
            values = (field.trueValues + field.falseValues).map(\.description)
        }
        guard !values.isEmpty else { return nil }
        let more = values.count - offered
        return "  \(field.name) is one of \(values.prefix(offered).joined(separator: ", "))"
            + (more > 0 ? " and \(more) more" : "")
    }
}
