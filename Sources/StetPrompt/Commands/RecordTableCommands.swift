import StetCore
import StetScripting
import StetSessions
import StetText

/// The command for the table of records that is before the person: what `it:table{ … }` made.
enum RecordTableCommands {
    static let all: [Command] = [table]

    private static let verbs = [
        "tap", "sort", "filter", "page", "select", "deselect", "move", "delete", "focus",
    ]

    private static let table: Command = .init(
        "table", .stage, usage: "[DO…]", "show the table of records that is open, or do something",
        details: """
            DO is tap COLUMN (its heading), sort [-]COLUMN, or sort alone for the collection's own
            order, filter EXPR, or filter alone for all, page N or next or back, select KEY…,
            deselect, move KEY… [before KEY], delete KEY…, or focus KEY. it:table{ … } makes one;
            .close puts it away.
            """, arguments: [.words(verbs), .item]
    ) { bench, text in
        guard let object = bench.foreground.recordTable else {
            throw CommandError("no table of records is open; it:table{ … } makes one")
        }
        if !text.words.isEmpty { try act(on: object, text, bench) }
        try show(object, bench)
    }

    static func show(_ object: RecordTableObject, _ bench: Bench) throws {
        var layout = ListLayout(width: bench.width ?? bench.screen().columns)
        layout.style = Style(isColored: bench.host.usesColor)
        for line in try object.records.lines(layout) { bench.write(line + "\n") }
    }

    private static func act(
        on object: RecordTableObject, _ text: CommandLineText, _ bench: Bench
    ) throws {
        let records = object.records
        let count = text.words.count
        let verb = text.words[0].text
        func one() throws(CommandError) -> String {
            guard count == 2 else { throw CommandError("usage: .table \(verb) NAME") }
            return text.words[1].text
        }
        switch verb {
        case "tap": _ = try records.tap(one())
        case "sort":
            let sort =
                count == 1
                ? nil : try RecordTableMethods.sortState(one(), records.setup.columns)
            _ = try records.sort(by: sort)
        case "filter":
            let query = text.text(from: 1)
            let narrowed =
                query.isEmpty
                ? nil
                : try bench.workspace.filtered(records.view, by: query, of: object.table)
            _ = try records.narrow(to: narrowed)
        case "page": _ = try records.show(page: page(try one(), of: records, text))
        case "select":
            for row in try rows(from: 1, text, object, bench) { _ = try records.toggle(row) }
        case "deselect": _ = try records.deselectAll()
        case "move":
            var keys = text
            var anchor: RowID?
            if count > 3, text.words[count - 2].text == "before" {
                anchor = try bench.row(text.words[count - 1].text, in: object.table)
                keys = text.dropping(last: 2)
            }
            _ = try records.move(rows(from: 1, keys, object, bench), before: anchor)
        case "delete": _ = try records.delete(rows(from: 1, text, object, bench))
        case "focus": _ = try records.focus(rows(from: 1, text, object, bench).first)
        default:
            throw text.wrong(
                0,
                "a table of records can \(English.list(verbs, joiner: "or"))"
                    + Suggestion.hint(for: verb, among: verbs))
        }
    }

    private static func page(
        _ word: String, of records: RecordTable, _ text: CommandLineText
    ) throws -> Int {
        switch word {
        case "next": return try records.page() + 1
        case "back": return try records.page() - 1
        default:
            guard let number = Int(word) else { throw text.wrong(1, "a page is a number from 1") }
            return number &- 1
        }
    }

    private static func rows(
        from first: Int, _ text: CommandLineText, _ object: RecordTableObject, _ bench: Bench
    ) throws -> [RowID] {
        guard text.words.count > first else {
            throw CommandError("usage: .table \(text.words[0].text) KEY…")
        }
        return try text.words.indices.dropFirst(first).map { index in
            do {
                return try bench.row(text.words[index].text, in: object.table)
            } catch let error as CommandError {
                throw text.wrong(index, error.message)
            }
        }
    }
}
