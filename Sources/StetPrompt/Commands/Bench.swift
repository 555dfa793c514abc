import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetStores
import StetText

/// What a person at the prompt has before them: the current collection, which of its records are
/// shown and how, the session that is open.
final class Bench {
    let host: PromptHost
    let sink: ResultSink
    let record: EntryRecord
    let workspace: Workspace
    private(set) var table: TableObject?
    /// What `.where`, `.sort` and their like made of the collection.
    var view: CollectionView?
    let commands = CommandRegistry()
    /// Those of plugins among them.
    var pluginCommands: [String] = []
    /// The columns that are shown; nil: all.
    var columns: [String]?
    /// How tables are shown.
    var tableFormat = TableSpecification(mode: .box)
    var mode: TableSpecification.Mode {
        get { tableFormat.mode }
        set { tableFormat.mode = newValue }
    }
    /// Columns of the screen; nil: as the terminal says.
    var width: Int?
    /// How much of a printed value is shown, whatever the width.
    var printerLimits = ValuePrinter.Limits()
    /// Where the next `.more` begins.
    var listed = 0
    /// The sessions, sheets, dialogs, lists and views that are open, whoever opened them.
    let foreground: Foreground
    /// What of it the person has been shown.
    var seen = SeenForeground()
    /// Reads a line from the person, that begins with a text; nil: nobody is there.
    var ask: Asking?
    typealias Asking = (_ prompt: String, _ initial: String, _ assistance: LineAssistance?)
        -> LineEditor.Reading
    /// What the next line of the prompt begins with.
    private var proposal = ""
    /// Nanoseconds that the entry waited for the person.
    var timeWaited: UInt64 = 0
    /// Rows that the entry has listed.
    var rowsShown = 0
    /// Findings of the last check, by row, in order.
    var invalid: [RowID] = []
    var lastError: LuaError?
    /// Whether the last entry failed.
    var hasFailed = false
    var showsTime = false
    /// Prints the values of the last entry that had any, without limits.
    var showLastValues: () throws -> Void = {}
    /// Whether a person is there, to whom things are shown screen by screen.
    var isInteractive = false
    /// What the screen has room for.
    var screen: () -> (columns: Int, lines: Int) = { (80, 24) }
    /// Has an editor change a text; nil if that is not wanted. Set where there is a terminal.
    var edit: ((String) throws -> String?)?
    /// What is to be run after the entry that is running.
    var queued: String?

    /// Globals that were there at the start.
    private(set) var given: [String] = []

    /// Counts the globals that there are now among those that every prompt has.
    func noteGivenGlobals() throws(LuaError) { given = try globalNames() }

    init(_ sink: ResultSink, workspace: Workspace, record: EntryRecord = EntryRecord()) {
        host = sink.routedHost
        self.sink = sink
        self.record = record
        self.workspace = workspace
        foreground = Foreground(host.scripts.stage)
        host.scripts.foreground = foreground
        do throws(LuaError) {
            given = try globalNames()
        } catch {
            // The world has ended; there is nothing in it.
        }
    }

    /// The innermost session.
    var session: DetailSession? { foreground.sessions.last?.session }

    /// Has the next line of the prompt begin with a text, to be edited or just accepted.
    func propose(_ text: String) { proposal = text }

    func takeProposal() -> String {
        defer { proposal = "" }
        return proposal
    }

    func require() throws(CommandError) -> TableObject {
        guard let table else {
            throw CommandError("no collection is open; .open FILE opens one")
        }
        return table
    }

    func requireSession() throws(CommandError) -> DetailSession {
        guard let session else {
            throw CommandError("no session is open; .edit KEY begins one")
        }
        return session
    }

    /// The records that are shown.
    func current() throws(CommandError) -> CollectionView {
        if let view { return view }
        return try require().collection.all
    }

    /// Makes a collection the current one, and a global of its name.
    func use(_ table: TableObject) throws(LuaError) {
        if self.table !== table { (view, columns, listed, invalid) = (nil, nil, 0, []) }
        self.table = table
        try workspace.setGlobal(table.globalName, to: table)
        try workspace.setGlobal("it", to: table)
    }

    /// What opening said, and what the collection is.
    func introduce(_ table: TableObject) {
        sayNotes(of: table)
        let collection = table.collection
        var parts = [English.count(collection.count, "record")]
        parts.append(English.count(collection.layout.columns.count, "field"))
        do throws(CollectionError) {
            parts.append(try collection.keyDescription())
        } catch {
            parts.append(error.message)
        }
        if table.hasGuessedTypes { parts.append("no rules, so types are guessed (.schema)") }
        say("\(table.globalName): \(parts.joined(separator: ", "))")
    }

    func sayNotes(of table: TableObject) {
        for note in table.file?.notes ?? [] { say(note) }
    }

    /// What lies over the innermost session, or over the records: sheets, and the dialog that is
    /// to be answered.
    var layersOverSession: [String] {
        var result: [String] = []
        for layer in foreground.layers {
            switch layer {
            case .session: result = []
            case .deletion: continue
            case .sheet(let sheet): result.append(SheetCommands.shortState(of: sheet))
            case .dialog(let dialog): result.append(Self.short(dialog.request.title))
            }
        }
        return result
    }

    /// Text for the prompt, which is to leave room to type.
    static func short(_ text: String) -> String {
        DisplayWidth().cut(TerminalText.line(text), to: 32)
    }

    /// Says something that is no result.
    func say(_ text: String) {
        host.writeError(TerminalText.lines(text))
    }

    func write(_ text: String) { host.write(text) }

    // MARK: Keys and rows

    /// The record that a word means: a key, or `#3`, the third row.
    func row(_ text: String, in table: TableObject) throws -> RowID {
        let collection = table.collection
        if let found = try collection.find(text: ByteString(text)) { return found.row }
        if text.hasPrefix("#"), let number = Int(text.dropFirst()),
            collection.contains(RowID(number))
        {
            return RowID(number)
        }
        throw CommandError("no record has the key “\(TerminalText.line(text))”")
    }

    // MARK: Showing records

    var specification: TableSpecification {
        var specification = tableFormat
        specification.style = resultStyle
        specification.widthLimit = width ?? screen().columns
        return specification
    }

    private var shown: [CollectionColumn] {
        get throws {
            let layout = try require().collection.layout
            guard let columns else { return layout.columns }
            return try columns.map { try layout.require($0) }
        }
    }

    /// Columns that prose may take: long lines are hard to read.
    var textWidth: Int { min(width.map { $0 > 0 ? $0 : 80 } ?? screen().columns, 100) }

    /// How results are coloured.
    var resultStyle: Style { Style(isColored: sink.isColored) }

    /// Rows that a screen shows, with room for borders and the next prompt. Where nobody looks at
    /// a screen, as many as there are.
    var page: Int { isInteractive ? max(5, screen().lines - 6) : 1 << 40 }

    /// Shows some records of the current view.
    func list(from first: Int, count: Int) throws {
        let view = try current()
        let total = try view.count()
        let end = count < total - first ? first + count : max(first, total)
        if first == 0, end == total, !isInteractive {
            listed = total
            return try listAll()
        }
        if total == 0, isInteractive {
            return say(view.collection.count == 0 ? "there are no records" : "no records" + wayBack)
        }
        var rows = try (first..<end).compactMap { try view.row(at: $0) }
        let snapshot = view.collection.snapshot
        rows = Array(try rows.prefix(fitting(rows.map { snapshot.record($0) }, shown)))
        try tableWriter(specification, shown).write(rows.map { snapshot.record($0) })
        rowsShown += rows.count
        listed = first + rows.count
        if rows.count < total {
            let places = rows.isEmpty ? "none" : "\(first + 1)–\(first + rows.count)"
            say("\(places) of \(total)\(listed < total ? "; .more goes on" : "")\(wayBack)")
        } else if isInteractive, self.view != nil {
            say(English.count(total, "record") + wayBack)
        }
    }

    /// What to say to a person who sees a part of the records.
    private var wayBack: String {
        isInteractive && view != nil ? "; .all goes back to all records" : ""
    }

    /// How many of the records, from the first on, a screen has room for: their cells may take
    /// several lines each.
    func fitting(_ records: [RecordView], _ columns: [CollectionColumn]) throws -> Int {
        guard isInteractive else { return records.count }
        let room = screen().lines - 3
        var count = records.count
        // A shorter table may be laid out otherwise, so once is not always enough.
        for _ in 0..<3 where count > 1 {
            var lines = 0
            let writer = RecordTableWriter(specification, columns: columns) { bytes in
                lines += bytes.count { $0 == UInt8(ascii: "\n") }
                return true
            }
            try writer.write(Array(records.prefix(count)))
            if lines <= room { break }
            count = max(1, min(count - 1, count * room / lines))
        }
        return count
    }

    func list() throws { try list(from: 0, count: page) }

    /// Shows all records of the current view, as they are read.
    func listAll() throws {
        let writer = RecordTableWriter(specification, columns: try shown) { [sink] bytes in
            sink.write(bytes)
            return !sink.isClosed && !sink.isInterrupted
        }
        let view = try current()
        try writer.write(view)
        rowsShown += try view.count()
        if sink.isInterrupted { throw CommandError("interrupted") }
    }

    /// Shows one record, field by field, with what is wrong with it.
    func show(_ row: RowID, of table: TableObject) throws {
        try show(table.collection.record(row))
    }
}
