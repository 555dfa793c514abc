import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands that change records outside of a session, and say what was changed.
enum ChangeCommands {
    static let all: [Command] = [
        insert, delete, undo, redo, changes, diff, revert, commit,
    ]

    private static let insert: Command = .init(
        "insert", .changes, usage: "FIELD=VALUE…", "add a record", arguments: [.assignment]
    ) { bench, text in
        guard !text.words.isEmpty else { throw CommandError("usage: \(insert.synopsis)") }
        let table = try bench.require()
        let record = try assignments(text, from: 0, in: table)
        let outcome = try table.collection.insert(record)
        if let row = outcome.inserted.first { try bench.show(row, of: table) }
    }

    /// `FIELD=VALUE` words.
    static func assignments(
        _ text: CommandLineText, from first: Int, in table: TableObject
    ) throws -> [FieldAssignment] {
        let names = table.collection.layout.names
        return try text.words.indices.dropFirst(first).map { index in
            let parts = text.words[index].text.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw text.wrong(
                    index,
                    "FIELD=VALUE is wanted"
                        + (names.contains(text.words[index].text)
                            ? "; = stands between the field and its value" : ""))
            }
            let name = String(parts[0])
            guard names.contains(name) else {
                throw text.wrong(
                    index, "there is no field \(name)" + Suggestion.hint(for: name, among: names))
            }
            return FieldAssignment(name, text: ByteString(String(parts[1])))
        }
    }

    private static let delete: Command = .init(
        "delete", .changes, usage: "[KEY…]", "delete records; in a session, its record",
        arguments: [.key]
    ) { bench, text in
        if text.words.isEmpty {
            guard bench.session != nil else { throw CommandError("usage: .delete KEY…") }
            return try SessionCommands.deleteRecord(bench)
        }
        let table = try bench.require()
        var rows: [RowID] = []
        for (index, word) in text.words.enumerated() {
            do {
                rows.append(try bench.row(word.text, in: table))
            } catch let error as CommandError {
                throw text.wrong(index, error.message)
            }
        }
        try table.collection.delete(rows)
    }

    private static let undo: Command = .init(
        "undo", .changes, "take the last change back; in a session, the last one of its draft"
    ) { bench, text in
        try text.require(0...0, of: undo)
        if let session = bench.session {
            try session.undo()
            return SessionScreen.show(session, on: bench)
        }
        let collection = try bench.require().collection
        let summary = try collection.undo().told(of: collection)
        bench.say("undone: \(summary); .redo makes it again")
    }

    private static let redo: Command = .init(
        "redo", .changes, "make the change again that was taken back last"
    ) { bench, text in
        try text.require(0...0, of: redo)
        if let session = bench.session {
            try session.redo()
            return SessionScreen.show(session, on: bench)
        }
        let collection = try bench.require().collection
        let summary = try collection.redo().told(of: collection)
        bench.say("redone: \(summary); .undo takes it back")
    }

    private static let changes: Command = .init(
        "changes", .changes, "list what .undo can take back, the newest last"
    ) { bench, text in
        try text.require(0...0, of: changes)
        if let session = bench.session { return SessionScreen.showChanges(session, on: bench) }
        for change in try bench.require().collection.changes() {
            bench.write(TerminalText.line(change.summary) + "\n")
        }
    }

    private static let diff: Command = .init(
        "diff", .changes, usage: "[text|json|unified]", "show what .commit would write",
        arguments: [.words(DiffFormat.allCases.map(\.rawValue))]
    ) { bench, text in
        try text.require(0...1, of: diff)
        var format = DiffFormat.text
        if let word = text.words.first {
            guard let known = DiffFormat(rawValue: word.text) else {
                throw text.wrong(0, "a diff is text, json or unified")
            }
            format = known
        }
        let table = try bench.require()
        guard let file = table.file else {
            throw CommandError("\(table.globalName) is in memory only: it has no file")
        }
        guard table.collection.isDirty else { return bench.say("nothing is to be committed") }
        try file.writeDiff(
            format, style: bench.resultStyle, isForScreen: true,
            bench.host.output)
    }

    private static let revert: Command = .init(
        "revert", .changes, usage: "[KEY…]", "have all, or some records, be as in the file again",
        arguments: [.key]
    ) { bench, text in
        if let session = bench.session, text.words.isEmpty {
            try session.revert()
            return SessionScreen.show(session, on: bench)
        }
        let table = try bench.require()
        guard !text.words.isEmpty else {
            if try table.collection.revert() == nil { bench.say("nothing was changed") }
            return
        }
        try table.collection.revert(text.words.map { try bench.row($0.text, in: table) })
    }

    private static let commit: Command = .init(
        "commit", .changes, usage: "[--rebase] [--backup SUFFIX]", "write the changes to the file",
        details: """
            All changes are written, or none. --rebase lays them over the file if another program
            changed it meanwhile; --backup keeps the old file under its name with SUFFIX.
            """, arguments: [.words(["--rebase", "--backup"])]
    ) { bench, text in
        var options = CommitOptions()
        var index = 0
        while index < text.words.count {
            switch text.words[index].text {
            case "--rebase": options.rebases = true
            case "--backup" where index + 1 < text.words.count:
                index += 1
                options.backupSuffix = text.words[index].text
            default: throw text.wrong(index, "usage: \(commit.synopsis)")
            }
            index += 1
        }
        if let session = bench.session, session.form.isDirty {
            throw CommandError("the session has changes; .save or .cancel it first")
        }
        let table = try bench.require()
        guard table.collection.isDirty else { return bench.say("nothing is to be committed") }
        let summary = try table.collection.diff().summary
        for note in try bench.workspace.commit(table, options) { bench.say(note) }
        bench.say("\(table.collection.name): \(summary), written")
    }
}
