import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands of sessions over one record.
enum SessionCommands {
    static let all: [Command] = [
        edit, add, view, set, save, cancel, swipe, choose,
    ]

    private static let edit: Command = .init(
        "edit", .sessions, usage: "[KEY]", "begin to edit a record",
        details: """
            In a session the fields are names: weight = 120 sets one, and name:upper() reads one.
            .save keeps the draft in the collection if the rules allow it; .commit writes the file.
            """, arguments: [.key]
    ) { bench, text in
        let table = try bench.require()
        guard !text.rest.isEmpty else { throw CommandError("usage: \(edit.synopsis)") }
        let row = try bench.row(RecordCommands.key(text), in: table)
        try begin(bench) { settings in
            try DetailSession.edit(row, of: table.collection, settings)
        }
    }

    private static let add: Command = .init(
        "add", .sessions, usage: "[FIELD=VALUE…]", "begin a new record", arguments: [.assignment]
    ) { bench, text in
        let table = try bench.require()
        let template = try ChangeCommands.assignments(text, from: 0, in: table)
        try begin(bench) { settings in
            try DetailSession.add(to: table.collection, settings, template: template)
        }
    }

    private static let view: Command = .init(
        "view", .sessions, usage: "KEY", "look at a record in a session that changes nothing",
        arguments: [.key]
    ) { bench, text in
        let table = try bench.require()
        guard !text.rest.isEmpty else { throw CommandError("usage: \(view.synopsis)") }
        let row = try bench.row(RecordCommands.key(text), in: table)
        try begin(bench) { settings in
            try DetailSession.view(row, of: table.collection, settings)
        }
    }

    /// Begins a session, in place of one that has nothing to lose.
    static func begin(
        _ bench: Bench, _ open: (DetailSession.Settings) throws -> DetailSession
    ) throws {
        if let session = bench.session {
            guard !session.form.isDirty else {
                throw CommandError(
                    "“\(session.form.title)” has changes; .save, .cancel or .revert it first")
            }
            try session.close()
        }
        var settings = DetailSession.Settings()
        settings.abilities.confirmsDelete = true
        let session = try open(settings)
        session.showDialog = { [unowned bench] request in DialogScreen.show(request, on: bench) }
        session.didDismiss = { [unowned bench, weak session] _ in
            bench.sessions.removeAll { $0 === session }
        }
        bench.sessions.append(session)
        SessionScreen.show(session, on: bench)
    }

    private static let set: Command = .init(
        "set", .sessions, usage: "FIELD VALUE",
        "give a field of the draft what follows, as it is typed",
        details: "Outside of a session: .set KEY FIELD=VALUE… changes a record of the collection.",
        arguments: [.field, .text]
    ) { bench, text in
        guard let session = bench.session else {
            guard text.words.count >= 2 else {
                throw CommandError("usage: .set KEY FIELD=VALUE…")
            }
            let table = try bench.require()
            let row = try bench.row(text.words[0].text, in: table)
            try table.collection.set(
                row, ChangeCommands.assignments(text, from: 1, in: table))
            return
        }
        guard let field = text.words.first?.text else {
            throw CommandError("usage: \(set.synopsis)")
        }
        let fields = session.form.draft.fields
        guard fields.contains(field) else {
            throw text.wrong(
                0, "there is no field \(field)" + Suggestion.hint(for: field, among: fields))
        }
        let value = text.words.count == 2 ? text.words[1].text : text.text(from: 1)
        try session.setText(field, ByteString(value))
        SessionScreen.show(field, of: session, on: bench)
    }

    private static let save: Command = .init(
        "save", .sessions, "keep the draft in the collection and end the session"
    ) { bench, text in
        try text.require(0...0, of: save)
        let session = try bench.requireSession()
        do {
            try session.save()
        } catch let refusal as Refusal {
            throw CommandError("not saved: \(refusal.message)")
        }
    }

    private static let cancel: Command = .init(
        "cancel", .sessions, "end the session and forget the draft"
    ) { bench, text in
        try text.require(0...0, of: cancel)
        try bench.requireSession().cancel()
    }

    private static let swipe: Command = .init(
        "swipe", .sessions, "wave the session away; with changes, it asks what to do with them"
    ) { bench, text in
        try text.require(0...0, of: swipe)
        _ = try bench.requireSession().attemptDismiss()
    }

    private static let choose: Command = .init(
        "choose", .sessions, usage: "N or LABEL", "answer the dialog that is shown"
    ) { bench, text in
        let session = try bench.requireSession()
        guard let dialog = session.dialog else { throw CommandError("no dialog is shown") }
        let index = try dialog.button(meantBy: text.rest)
        try session.choose(dialog.buttons[index].role)
    }

    static func deleteRecord(_ bench: Bench) throws {
        try bench.requireSession().delete()
    }
}
