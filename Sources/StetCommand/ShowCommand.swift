import Glibc
import StetCore
import StetScripting
import StetText

/// `stet show FILE`
enum ShowCommand {
    private struct Request {
        var table = TableOptions()
        var query: String?
        var sort: [String] = []
        var columns: [String]?
        var limit: Int?
        var mode = TableSpecification.Mode.box
    }

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let request = try parse(arguments) else { return try HelpCommand.run(["show"]) }
        let path = request.table.operands[0]
        return TableCommand.run(path) {
            let table = try request.table.open(path, query: request.query ?? "")
            try show(request, table)
            return ExitStatus.done
        }
    }

    private static func parse(_ arguments: [String]) throws(UsageError) -> Request? {
        var request = Request()
        var parser = OptionParser(
            "show", arguments,
            options: TableOptions.reading + [
                .value("--where", "-w"), .value("--sort", "-s"), .value("--columns", "-c"),
                .value("--limit", "-l"), .value("--to", "-t"),
            ])
        while let item = try parser.next() {
            switch item {
            case .operand(let file): request.table.operands.append(file)
            case .option("--help", _): return nil
            case .option("--where", let text): request.query = text
            case .option("--sort", let text): request.sort += names(text)
            case .option("--columns", let text): request.columns = names(text)
            case .option("--limit", let text):
                request.limit = try OptionParser.positive(text, for: "--limit")
            case .option("--to", let text):
                request.mode = try OptionParser.choice(text, for: "--to")
            case .option(let name, let text): _ = try request.table.take(name, text)
            }
        }
        guard request.table.operands.count == 1 else {
            throw UsageError("show needs one file", hint: "for example: stet show fruits.csv")
        }
        return request
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0) }
    }

    private static func show(_ request: Request, _ table: OpenedTable) throws {
        let layout = table.collection.layout
        var columns = layout.columns
        if let names = request.columns {
            columns = []
            for name in names { columns.append(try layout.require(name)) }
        }
        var view = table.collection.all
        if let text = request.query { view = try TableCommand.view(of: view, where: text) }
        if !request.sort.isEmpty {
            view = view.sort(request.sort.map { SortKey(text: $0, in: layout) })
        }
        if request.query != nil || !request.sort.isEmpty { TableCommand.noteGuess(of: table) }
        if let limit = request.limit { view = view.limit(limit) }
        let printer = RecordPrinter(mode: request.mode, color: request.table.color)
        try printer.print(view, columns: columns)
    }
}

/// `stet get FILE KEY [FIELD]`
enum GetCommand {
    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        guard let options = try TableOptions.parse("get", arguments, edits: false) else {
            return try HelpCommand.run(["get"])
        }
        let operands = options.operands
        guard operands.count == 2 || operands.count == 3 else {
            throw UsageError(
                "get needs a file and a key", hint: "for example: stet get fruits.csv 🍌 weight")
        }
        return TableCommand.run(operands[0]) {
            let table = try options.open(operands[0])
            guard let row = try row(operands[1], in: table.collection) else {
                let key = SafeText.escaped(operands[1])
                Output.error("stet: \(operands[0]): no record with the key “\(key)”")
                return ExitStatus.findings
            }
            let record = try table.collection.record(row)
            if operands.count == 3 {
                Output.write((try record.cell(operands[2])?.text.bytes ?? []) + [0x0A])
            } else {
                let printer = RecordPrinter(mode: .record, color: options.color)
                try printer.print([record], columns: table.collection.layout.columns)
            }
            return ExitStatus.done
        }
    }

    /// A record by its key, or `#3` by its row number where that is no key.
    private static func row(_ text: String, in collection: StetCore.Collection) throws -> RowID? {
        if let found = try collection.find(text: ByteString(text)) { return found.row }
        guard text.hasPrefix("#"), let number = Int(text.dropFirst()) else { return nil }
        return collection.contains(RowID(number)) ? RowID(number) : nil
    }
}

/// Writes records to standard output as a table.
struct RecordPrinter {
    private var specification: TableSpecification

    init(mode: TableSpecification.Mode, color: Style.Choice) {
        specification = TableSpecification(mode: mode)
        specification.style = Output.style(color)
        specification.widthLimit = Self.terminalWidth
    }

    /// The columns of the terminal; nil where standard output is none.
    private static var terminalWidth: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    func print(_ view: CollectionView, columns: [CollectionColumn]) throws {
        try writer(columns).write(view)
    }

    func print(_ records: [RecordView], columns: [CollectionColumn]) throws {
        try writer(columns).write(records)
    }

    private func writer(_ columns: [CollectionColumn]) -> RecordTableWriter {
        RecordTableWriter(specification, columns: columns) { bytes in
            Output.write(bytes)
            return !Output.isClosed
        }
    }
}
