import StetCore
import StetScripting
import StetStores
import StetText

/// `stet recover [FILE]`
enum RecoverCommand {
    private enum Action: String {
        case list, diff, apply, drop
    }

    private struct Request {
        var table = TableOptions()
        var action: Action?
        var format = DiffFormat.text
        var session: Int?
        /// Whose word holds in conflicts; nil: they end the attempt.
        var prefers: MergePreference.Side?
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let request = try parse(arguments) else { return try HelpCommand.run(["recover"]) }
        guard let path = request.table.operands.first else {
            return TableCommand.run("") { try listFiles() }
        }
        return TableCommand.run(path) { try recover(path, request) }
    }

    private static func parse(_ arguments: [String]) throws(UsageError) -> Request? {
        var request = Request()
        var parser = OptionParser(
            "recover", arguments,
            options: TableOptions.reading + [
                .flag("--diff"), .flag("--apply"), .flag("--drop"), .value("--session"),
                .value("--prefer"),
                .value("--format", "-f"), .value("--backup"),
            ])
        while let item = try parser.next() {
            switch item {
            case .operand(let file): request.table.operands.append(file)
            case .option("--help", _): return nil
            case .option("--session", let text):
                request.session = try OptionParser.positive(text, for: "--session")
            case .option("--prefer", let text):
                request.prefers = try OptionParser.choice(text, for: "--prefer")
            case .option("--format", let text):
                request.format = try OptionParser.choice(text, for: "--format")
            case .option(let name, let text):
                guard let action = Action(rawValue: String(name.dropFirst(2))) else {
                    _ = try request.table.take(name, text)
                    continue
                }
                guard request.action == nil || request.action == action else {
                    throw UsageError("recover does one of --diff, --apply and --drop at a time")
                }
                request.action = action
            }
        }
        guard request.table.operands.count <= 1 else {
            throw UsageError(
                "recover takes one file", hint: "for example: stet recover fruits.csv --diff")
        }
        guard !request.table.operands.isEmpty || request.action == nil else {
            throw UsageError(
                "recover --\(request.action?.rawValue ?? "") needs a file",
                hint: "\"stet recover\" lists the files that have something to recover")
        }
        return request
    }

    private static func journal() throws -> Journal? {
        do {
            return try Journal.ifPresent(in: try StateFolder.ofUser())
        } catch is SystemError {
            // Without a state folder there never was a journal.
            return nil
        }
    }

    private static func listFiles() throws -> Int32 {
        var paths: [String] = []
        if let journal = try journal() {
            for note in try journal.recoverInterruptedCommits() { Output.error("\(note)") }
            for changes in try journal.pending() where changes.isLeftOver {
                if !paths.contains(changes.path) { paths.append(changes.path) }
            }
            for path in paths {
                for left in try LeftOverEdits.all(of: path, in: journal) {
                    Output.write(SafeText.escaped("\(path): \(left.summary)") + "\n")
                }
            }
        }
        if paths.isEmpty { Output.error("nothing to recover") }
        return ExitStatus.done
    }

    private static func recover(_ path: String, _ request: Request) throws -> Int32 {
        guard let journal = try journal() else { return nothing(path) }
        let place = try LeftOverEdits.place(of: path)
        for note in try journal.recoverInterruptedCommits(of: place) { Output.error("\(note)") }
        for changes in try journal.pending(for: place) where !changes.isLeftOver {
            Output.error(
                "\(path): process \(changes.session.process) is editing it; that is not touched")
        }
        let all = try LeftOverEdits.all(of: place, in: journal)
        if all.isEmpty { return nothing(path) }
        var chosen = all
        if let session = request.session {
            guard session <= all.count else {
                Output.error("stet: \(path): there is no session \(session), only \(all.count)")
                return ExitStatus.notDone
            }
            chosen = [all[session - 1]]
        }
        switch request.action {
        case .drop:
            for left in chosen { try journal.clear(left.changes) }
            Output.error(
                "\(path): the changes of \(English.count(chosen.count, "session")) are forgotten")
            return ExitStatus.done
        case .diff: return try diff(chosen, path, request)
        case .apply: return try apply(chosen, path, request, journal)
        case .list, nil: return try list(all, path)
        }
    }

    private static func nothing(_ path: String) -> Int32 {
        Output.error("\(path): nothing to recover")
        return ExitStatus.done
    }

    private static func list(_ all: [LeftOverEdits], _ path: String) throws -> Int32 {
        var lines = ["\(path): changes that were not committed when their session ended"]
        for (index, left) in all.enumerated() {
            let changed = try left.changes.base.hasChanged(at: left.changes.path)
            let note = changed ? "; the file has changed since" : ""
            lines.append("  \(index + 1)  \(left.summary)\(note)")
        }
        for line in lines { Output.write(SafeText.escaped(line) + "\n") }
        Output.error("--diff prints what they would change, --apply writes it, --drop forgets them")
        return ExitStatus.done
    }

    /// The table as the session read it, where the options do not say otherwise.
    private static func open(
        _ path: String, for left: LeftOverEdits, _ options: TableOptions
    ) throws(TableError) -> OpenedTable {
        var options = options
        if let reading = left.reading {
            options.dialect = options.dialect.filled(from: reading.dialect)
            options.rules = options.rules ?? reading.rules
        }
        let table = try OpenedTable(
            path: path, rules: options.rules.map { .file($0) } ?? .beside,
            dialect: options.dialect)
        for note in table.notes { Output.error(note) }
        return table
    }

    private static func diff(
        _ chosen: [LeftOverEdits], _ path: String, _ request: Request
    ) throws -> Int32 {
        let table = try open(path, for: chosen[0], request.table)
        for left in chosen {
            let conflicts = try left.apply(to: table, preference: preference(in: table, request))
            guard conflicts.isEmpty else {
                tell(conflicts, of: left, in: table)
                return ExitStatus.findings
            }
        }
        if try table.collection.diff().isEmpty {
            Output.error("\(path): all of it is in the file already")
            return ExitStatus.done
        }
        try DiffPrinter(request.format, request.table.color).print(table)
        return ExitStatus.findings
    }

    private static func apply(
        _ chosen: [LeftOverEdits], _ path: String, _ request: Request, _ journal: Journal
    ) throws -> Int32 {
        for left in chosen {
            let table = try open(path, for: left, request.table)
            let outcome = try left.recover(
                in: table, journal, options: request.table.commit,
                preference: preference(in: table, request))
            switch outcome {
            case .conflicts(let conflicts):
                tell(conflicts, of: left, in: table)
                return ExitStatus.findings
            case .nothing: Output.error("\(path): all of it is in the file already")
            case .busy:
                Output.error("stet: \(path): another Stet is recovering it")
                return ExitStatus.notDone
            case .written(let summary, let notes):
                for note in notes { Output.error(note) }
                Output.error("\(path): recovered: \(summary)")
            }
        }
        return ExitStatus.done
    }

    private static func tell(
        _ conflict: MergeConflict, in table: OpenedTable, _ outcome: String = ""
    ) {
        var text = "\(table.path): \(conflict)"
        if let mine = conflict.mine, let theirs = conflict.theirs {
            text += ": \"\(mine.text)\" here, \"\(theirs.text)\" there"
        }
        Output.error(SafeText.escaped(text + outcome))
    }

    private static func preference(
        in table: OpenedTable, _ request: Request
    ) -> MergePreference? {
        request.prefers.map { side in
            MergePreference(side) { tell($0, in: table, "; the \(side.rawValue) is preferred") }
        }
    }

    private static func tell(
        _ conflicts: [MergeConflict], of left: LeftOverEdits, in table: OpenedTable
    ) {
        for conflict in conflicts { tell(conflict, in: table) }
        Output.error(
            "\(table.path): \(English.count(conflicts.count, "conflict")) with the file as it is "
                + "now; the changes of \(left.summary) stay in the journal")
        Output.error(
            "--prefer session writes what the session had where the file still has the record, "
                + "--prefer file leaves what the file has")
    }
}
