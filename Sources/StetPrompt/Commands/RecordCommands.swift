import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands that look at records.
enum RecordCommands {
    static let all: [Command] = [
        open, use, collections, list, more, show, find, `where`, sort, columns, everything,
        sections, count,
        schema, tree,
    ]

    private static let open: Command = .init(
        "open", .records, usage: "[FILE [RULES]]", "open a file, or list what is open",
        details: "The rules of fruits.csv are looked for in fruits.rules.lua beside it.",
        arguments: [.file, .file]
    ) { bench, text in
        try text.require(0...2, of: open)
        guard let path = text.words.first?.text else { return listCollections(bench) }
        let table = try bench.workspace.open(
            path, rules: text.words.count > 1 ? text.words[1].text : nil)
        try bench.use(table)
        bench.introduce(table)
    }

    private static let collections: Command = .init(
        "collections", .records, "list what is open; * marks the current one"
    ) { bench, text in
        try text.require(0...0, of: collections)
        listCollections(bench)
    }

    private static func listCollections(_ bench: Bench) {
        let tables = bench.workspace.tables
        if tables.isEmpty { bench.say("nothing is open") }
        for table in tables {
            let mark = table === bench.table ? "*" : " "
            let dirty = table.collection.isDirty ? ", with changes" : ""
            bench.write(
                "\(mark) \(table.globalName): \(TerminalText.line(table.collection.name)), "
                    + "\(English.count(table.collection.count, "record"))\(dirty)\n")
        }
    }

    private static let use: Command = .init(
        "use", .records, usage: "NAME", "make another open collection the current one",
        arguments: [.collection]
    ) { bench, text in
        try text.require(1...1, of: use)
        let tables = bench.workspace.tables
        guard let table = tables.last(where: { $0.globalName == text.words[0].text }) else {
            throw text.wrong(
                0,
                "no open collection has that name"
                    + Suggestion.hint(for: text.words[0].text, among: tables.map(\.globalName)))
        }
        try bench.use(table)
    }

    private static let list: Command = .init(
        "list", .records, usage: "[FROM|all]",
        "show the records, from the first or another place on",
        details: "One screen of them; .more shows the next. all shows all, in the pager.",
        arguments: [.words(["all"])]
    ) { bench, text in
        try text.require(0...1, of: list)
        var first = 1
        if text.words.first?.text == "all" { return try bench.listAll() }
        if let word = text.words.first {
            guard let number = Int(word.text), number > 0 else {
                throw text.wrong(0, "a place is a number from 1")
            }
            first = number
        }
        try bench.list(from: first - 1, count: bench.page)
    }

    private static let more: Command = .init(
        "more", .records, "show the records after those shown last"
    ) { bench, text in
        try text.require(0...0, of: more)
        guard try bench.listed < bench.current().count() else {
            throw CommandError("there are no more")
        }
        try bench.list(from: bench.listed, count: bench.page)
    }

    private static let show: Command = .init(
        "show", .records, usage: "KEY", "show one record, field by field",
        details: "A key of several fields is written with slashes: US/CA. #3 is the third row.",
        arguments: [.key]
    ) { bench, text in
        let table = try bench.require()
        guard !text.rest.isEmpty else {
            if let session = bench.session { return SessionScreen.show(session, on: bench) }
            throw CommandError("usage: \(show.synopsis)")
        }
        try bench.show(bench.row(key(text), in: table), of: table)
    }

    /// A key may hold blanks, quoted or not.
    static func key(_ text: CommandLineText) -> String {
        text.words.count == 1 ? text.words[0].text : text.rest
    }

    private static let find: Command = .init(
        "find", .records, usage: "TEXT", "show the records in which a text occurs"
    ) { bench, text in
        guard !text.rest.isEmpty else { throw CommandError("usage: \(find.synopsis)") }
        bench.view = try bench.current().find(ByteString(key(text)))
        try bench.list()
    }

    private static let `where`: Command = .init(
        "where", .records, usage: "EXPR", "show the records for which an expression holds",
        details: """
            EXPR is a Lua expression over the fields: weight > 100 and color ~= "red". What was
            narrowed is narrowed further; .all goes back to all records.
            """, arguments: [.expression]
    ) { bench, text in
        guard !text.rest.isEmpty else { throw CommandError("usage: \(`where`.synopsis)") }
        let table = try bench.require()
        bench.view = try bench.workspace.filtered(bench.current(), by: text.rest, of: table)
        try bench.list()
    }

    private static let sort: Command = .init(
        "sort", .records, usage: "FIELD…", "sort what is shown; -FIELD for descending",
        arguments: [.fields]
    ) { bench, text in
        guard !text.words.isEmpty else { throw CommandError("usage: \(sort.synopsis)") }
        let layout = try bench.require().collection.layout
        var keys: [SortKey] = []
        for (index, word) in text.words.enumerated() {
            let name = word.text.hasPrefix("-") ? String(word.text.dropFirst()) : word.text
            guard layout.index(of: word.text) != nil || layout.index(of: name) != nil else {
                throw text.wrong(
                    index,
                    "there is no field \(name)" + Suggestion.hint(for: name, among: layout.names))
            }
            keys.append(SortKey(text: word.text, in: layout))
        }
        bench.view = try bench.current().sort(keys)
        try bench.list()
    }

    private static let columns: Command = .init(
        "columns", .records, usage: "[FIELD…]", "show these fields only; without any, all again",
        arguments: [.fields]
    ) { bench, text in
        let layout = try bench.require().collection.layout
        let names = text.words.flatMap { $0.text.split(separator: ",").map(String.init) }
        for name in names where layout.index(of: name) == nil {
            throw CommandError(
                "there is no field \(name)" + Suggestion.hint(for: name, among: layout.names))
        }
        bench.columns = names.isEmpty ? nil : names
        try bench.list()
    }

    private static let everything: Command = .init(
        "all", .records, "show all records again, unsorted"
    ) { bench, text in
        try text.require(0...0, of: everything)
        bench.view = nil
        try bench.list()
    }

    private static let sections: Command = .init(
        "sections", .records, usage: "[FIELD]", "count the records by the values of a field",
        details: "Without FIELD it counts the rows in the sections of the list that is open.",
        arguments: [.field]
    ) { bench, text in
        try text.require(0...1, of: sections)
        guard !text.words.isEmpty else { return try listSections(bench) }
        let rows = try bench.current().sections(text.words[0].text).map { section in
            [
                TableCell(section.value == .missing ? .missing : .text, section.value.description),
                TableCell(.integer, String(section.rows.count)),
            ]
        }
        bench.write(
            bench.specification.text(
                columns: [TableColumn(text.words[0].text), TableColumn("records")], rows: rows))
    }

    private static func listSections(_ bench: Bench) throws(CommandError) {
        guard let list = bench.foreground.list else {
            throw CommandError("usage: \(sections.synopsis); no list is open")
        }
        let rows = list.source.sections.enumerated().map { index, section in
            var title = ByteString("")
            if case .title(let text)? = section.header { title = text }
            return [
                TableCell(.integer, String(index + 1)), TableCell(.text, title.bytes[...]),
                TableCell(.integer, String(section.rows.count)),
            ]
        }
        bench.write(
            bench.specification.text(
                columns: ["section", "header", "rows"].map { TableColumn($0) }, rows: rows))
    }

    private static let count: Command = .init(
        "count", .records, "count the records that are shown"
    ) { bench, text in
        try text.require(0...0, of: count)
        bench.write("\(try bench.current().count())\n")
    }

    private static let schema: Command = .init(
        "schema", .records, "show the fields, their types and what the rules ask of them"
    ) { bench, text in
        try text.require(0...0, of: schema)
        let table = try bench.require()
        let rows = table.collection.layout.columns.map { column in
            let field = column.format.field
            let constraints = field.constraints.map(\.kind.name).joined(separator: " ")
            return [
                TableCell(.text, column.name.bytes[...]), TableCell(.text, field.type.rawValue),
                TableCell(.text, constraints),
            ]
        }
        bench.write(
            bench.specification.text(
                columns: ["field", "type", "constraints"].map { TableColumn($0) }, rows: rows))
        bench.say(try table.collection.keyDescription())
    }

    private static let tree: Command = .init(
        "tree", .records, usage: "[FIELD]",
        "show the records as an outline; FIELD names the parent",
        details: """
            Without FIELD it shows the split view that is open, or opens one over the records, which
            are a tree if they have a field parent or children, or the rules say so. .select,
            .expand and .back then move in it.
            """, arguments: [.field]
    ) { bench, text in
        try text.require(0...1, of: tree)
        guard !text.words.isEmpty else { return try NavigationCommands.showTree(bench) }
        let collection = try bench.require().collection
        _ = try collection.layout.require(text.words[0].text)
        let links = RecordTree(collection, .parent(text.words[0].text))
        var lines = 0
        let limit = bench.isInteractive ? bench.page * 10 : Int.max
        func write(_ row: RowID, depth: Int) throws {
            lines += 1
            if lines > limit { return }
            let key = try collection.snapshot.key(of: row).description
            bench.write(String(repeating: "  ", count: depth) + TerminalText.line(key) + "\n")
            for child in try links.children(row) { try write(child, depth: depth + 1) }
        }
        for root in try links.roots() { try write(root, depth: 0) }
        if lines > limit { bench.say("and more") }
    }
}
