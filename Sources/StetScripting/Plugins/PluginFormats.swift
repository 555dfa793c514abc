import LuaKit
import StetCheck
import StetCore
import StetStores
import StetText

/// Files of formats that plugins read: `read(text)` gives records, which are then a table like
/// that of any other file, but for its being read-only.
package enum PluginFormats {
    /// Endings that are Stet's own, which no plugin is asked for.
    static let standard: Set<String> = [
        "csv", "tsv", "tab", "txt", "psv", "gz", "zst", "json", "jsonl", "ndjson", "db", "sqlite",
        "lua",
    ]

    /// A file as a table of text.
    package struct Table {
        package var text: [UInt8]
        /// Why it cannot be written.
        package var readOnlyReason: String
    }

    /// Processor time that a plugin may take to read a file, in milliseconds.
    private static let timeLimit = 60_000

    /// What a plugin makes of a file; nil: it is of no plugin's format.
    ///
    /// - Throws: why the plugin of its format could not read it.
    package static func table(of path: String) throws(StoreError) -> Table? {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let dot = name.dropFirst().lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        guard !ending.isEmpty, !standard.contains(ending) else { return nil }
        let shelf = PluginShelf(startingAt: "")
        // Where there are no plugins, none is asked.
        guard !shelf.files.isEmpty else { return nil }
        for entry in shelf.inventory.entries where entry.isUsable {
            for format in entry.offer.formats where format.extensions.contains(ending) {
                let text = try FileText.read(path)
                do {
                    return Table(
                        text: try read(text, format.name, entry, shelf),
                        readOnlyReason: "the plugin \"\(entry.file.name)\" reads this format, and "
                            + "nothing writes it")
                } catch {
                    throw StoreError(
                        path: path,
                        reason: "the plugin \"\(entry.file.name)\" cannot read it: \(error)")
                }
            }
        }
        return nil
    }

    /// Opens a file for a check, in whatever format it is. Of one that a plugin read, lines are
    /// those of no file: findings are not to tell them.
    package static func checkable(
        _ path: String, _ dialect: DialectOptions, options: inout CheckOptions
    ) throws(CheckError) -> (table: TableFile, isConverted: Bool) {
        do throws(StoreError) {
            guard let converted = try table(of: path) else {
                return (
                    try TableFile(path: path, options: dialect, chunkSize: options.chunkSize), false
                )
            }
            options.nameOfRecord = { record, _ in "record \(record)" }
            options.wantsExcerpts = false
            return (
                try TableFile(name: path, text: converted.text, chunkSize: options.chunkSize), true
            )
        } catch {
            throw .store(error)
        }
    }

    private static func read(
        _ text: [UInt8], _ format: String, _ entry: PluginEntry, _ shelf: PluginShelf
    ) throws -> [UInt8] {
        let state = try LuaState()
        defer { state.close() }
        let stack = try state.stack()
        let module = RulesModule(on: stack)
        let names = PluginNames(shelf, module, on: stack, loadLimit: timeLimit)
        state.setCaps(call: 0, run: timeLimit)
        guard try names.push("read", of: format, in: "formats", of: entry, on: stack) else {
            throw RulesError("it has no function to read it any more")
        }
        stack.push(text)
        try stack.call(arguments: 1, results: 2)
        guard stack.type(at: 1) == .table else {
            // nil and a message is how functions fail.
            throw RulesError(
                stack.string(at: 2) ?? "it gives a \(stack.typeName(at: 1)), not a list of records")
        }
        return try FormatRecords(stack, fields: stack.type(at: 2) == .nil ? nil : 2).text(at: 1)
    }
}

/// Records in a list of Lua's as the text of a table.
private struct FormatRecords {
    private let stack: LuaStack
    private var columns: [ByteString] = []
    /// The plugin does not say which fields there are.
    private let isOpen: Bool

    init(_ stack: LuaStack, fields: Int?) throws {
        self.stack = stack
        isOpen = fields == nil
        guard let fields else { return }
        guard stack.type(at: fields) == .table, let names = stack.texts(at: fields) else {
            throw RulesError("the second thing that it gives must be a list of the fields' names")
        }
        columns = names
    }

    func text(at list: Int) throws -> [UInt8] {
        var records: [[String: Value]] = []
        var found: Set<String> = []
        for item in 0..<stack.length(of: list) {
            let place = "record \(item + 1)"
            guard stack.pushElement(item + 1, of: list) == .table else {
                throw RulesError("\(place) is a \(stack.typeName(at: -1)), not a table")
            }
            var record: [String: Value] = [:]
            for name in try stack.names(of: stack.top) {
                stack.pushField(name, of: stack.top)
                guard let value = stack.recordValue(at: -1) else {
                    throw RulesError(
                        "\(place): \(name): a \(stack.typeName(at: -1)) is no value of a record")
                }
                record[name] = value
                stack.pop()
            }
            found.formUnion(record.keys)
            records.append(record)
            stack.pop()
        }
        let known = Set(columns.map(\.description))
        let others = found.subtracting(known).sorted()
        guard isOpen || others.isEmpty else {
            throw RulesError("a record has \"\(others[0])\", which is not among the fields")
        }
        let all = columns + others.map { ByteString($0) }
        guard !all.isEmpty else { throw RulesError("there are no fields") }
        let cells = records.map { record -> [Cell] in
            let isEmpty = record.values.allSatisfy { $0 == .missing }
            return all.enumerated().map { index, name in
                // A line without anything would be no record.
                if isEmpty, index == 0 { return Cell("", isQuoted: true) }
                guard let value = record[name.description], value != .missing else {
                    return Cell("")
                }
                if case .text(let text) = value {
                    return Cell(text, isQuoted: text.bytes.isEmpty)
                }
                return Cell(ByteString(value.description))
            }
        }
        let source = MemorySource(columns: all, records: cells)
        let now = StetCore.Collection(source: source, schema: Schema()).snapshot
        return try RecordTextWriter(now).table(of: now.rows)
    }
}
