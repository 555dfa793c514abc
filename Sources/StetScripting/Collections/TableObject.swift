import LuaKit
import StetCore

/// A collection as scripts see it, with the file that it came from, if any.
package final class TableObject {
    package let collection: StetCore.Collection
    /// nil: the collection is in memory only.
    package let file: OpenedTable?
    /// Where its commits go.
    let commits: CommitQueue
    let state: LuaState
    /// Whose interrupts stop checks too.
    weak var host: ScriptHost?
    private let missing: LuaReference
    /// How its records are a tree, where the script says so.
    var treeLink: RecordTree.Link?
    var knownTree: RecordTree?

    init(
        _ collection: StetCore.Collection, file: OpenedTable?, commits: CommitQueue,
        state: LuaState, missing: LuaReference
    ) {
        self.collection = collection
        self.file = file
        self.commits = commits
        self.state = state
        self.missing = missing
        commits.join(collection)
    }

    /// Nothing says what its fields hold.
    package var hasGuessedTypes: Bool { file?.hasGuessedTypes ?? false }

    func pushMissing(on stack: LuaStack) { stack.push(missing) }

    /// What a value from Lua gives a field. Where types are only guessed, a text is a text.
    func input(_ value: Value) -> FieldInput {
        guard hasGuessedTypes, value != .missing else { return .value(value) }
        if case .text(let text) = value { return .text(text) }
        return .text(ByteString(value.description))
    }

    func push(_ row: RowID, on stack: LuaStack) {
        stack.push(object: RecordObject(self, collection.snapshot.record(row)))
    }

    // MARK: Which records are meant

    /// The record that a value means: a record, or a key; a composite one with slashes.
    func row(at index: Int, of call: LuaCall) throws -> RowID {
        let stack = call.stack
        if let record = stack.object(at: index, as: RecordObject.self) {
            guard record.table === self else {
                throw HostError("the record belongs to another collection")
            }
            guard record.view.snapshot.source === collection.source else {
                throw CollectionError(
                    .noSuchRow, "the record is of a version of the file that was read before")
            }
            guard collection.contains(record.view.row) else {
                throw CollectionError(.noSuchRow, "the record was deleted")
            }
            return record.view.row
        }
        guard let part = stack.keyPart(at: index) else {
            throw HostError(
                "bad argument to '\(call.name)' (a key or a record expected, got "
                    + "\(stack.typeName(at: index)))")
        }
        if let found = try collection.find(text: part) { return found.row }
        return try collection.require(RecordKey(part))
    }

    /// The records that an argument means: a key, a record, a view, a list of keys and records, a
    /// table of fields that must match, or a function that says which.
    func rows(_ call: LuaCall, at index: Int) throws -> [RowID] {
        let stack = call.stack
        if let view = stack.object(at: index, as: ViewObject.self) {
            guard view.table === self else {
                throw HostError("the view belongs to another collection")
            }
            return try view.view.rows()
        }
        if stack.object(at: index, as: TableObject.self) === self {
            return Array(collection.snapshot.rows)
        }
        switch stack.type(at: index) {
        case .function: return try filtered(collection.all, call, at: index).rows()
        case .table where stack.length(of: index) > 0:
            var rows: [RowID] = []
            for item in 0..<stack.length(of: index) {
                stack.pushElement(item + 1, of: index)
                defer { stack.pop() }
                rows.append(try row(at: stack.top, of: call))
            }
            return rows
        case .table: return try filtered(collection.all, call, at: index).rows()
        default: return [try row(at: index, of: call)]
        }
    }

    /// A view narrowed by a table of fields, a function, or a query.
    func filtered(_ view: CollectionView, _ call: LuaCall, at index: Int) throws -> CollectionView {
        let stack = call.stack
        switch stack.type(at: index) {
        case .function:
            let predicate = stack.reference(at: index)
            return view.where { [unowned self] record in
                try ask(predicate, about: record) { $0.boolean(at: -1) }
            }
        case .table: return view.where(FieldMatch(try conditions(stack, at: index)))
        case .string:
            guard let text = stack.string(at: index) else {
                throw call.bad(index, expected: "query in UTF-8")
            }
            return try filtered(view, by: text)
        default: throw call.bad(index, expected: "table, function or query")
        }
    }

    /// A view narrowed by an expression over the fields.
    func filtered(_ view: CollectionView, by text: String) throws -> CollectionView {
        do throws(QueryError) {
            return try view.where(text: text, in: state)
        } catch {
            throw HostError("\(text): \(error)")
        }
    }

    private func conditions(
        _ stack: LuaStack, at index: Int
    ) throws -> [(field: String, wanted: FieldMatch.Wanted)] {
        var result: [(field: String, wanted: FieldMatch.Wanted)] = []
        try stack.forEachPair(of: index) {
            guard let name = stack.string(at: -2), collection.layout.index(of: name) != nil else {
                throw HostError(
                    RecordWords.unknownField(
                        stack.description(at: -2), among: collection.layout.names))
            }
            if stack.type(at: -1) == .table {
                var values: [Value] = []
                for item in 0..<stack.length(of: -1) {
                    stack.pushElement(item + 1, of: -1)
                    defer { stack.pop() }
                    guard let value = stack.recordValue(at: -1) else {
                        throw HostError("\(name): a list of values is wanted")
                    }
                    values.append(value)
                }
                result.append((name, .anyOf(values)))
            } else if let value = stack.recordValue(at: -1) {
                result.append((name, .value(value)))
            } else {
                throw HostError("\(name): a value or a list of values is wanted")
            }
        }
        return result.sorted { $0.field < $1.field }
    }

    /// Calls a function of the script with a record and reads its one result.
    func ask<Result>(
        _ function: LuaReference, about record: RecordView, _ read: (LuaStack) throws -> Result
    ) throws -> Result {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(8)
        stack.push(function)
        stack.push(object: RecordObject(self, record))
        try stack.call(arguments: 1, results: 1)
        return try read(stack)
    }
}

/// Runs a method: what the user can cause becomes nil and a message (and the findings), what is
/// a mistake of the script is raised.
func attempt(_ call: LuaCall, _ body: () throws -> Int) throws -> Int {
    let stack = call.stack
    let message: String
    var findings: [Finding] = []
    do {
        return try body()
    } catch let error as CollectionError {
        if error.kind == .noSuchField { throw HostError(error.message) }
        message = error.message
        findings = error.findings
    } catch let error as TableError {
        message = error.description
    }
    stack.pushNil()
    stack.push(message)
    guard !findings.isEmpty else { return 2 }
    stack.pushTable(array: findings.count)
    for (index, finding) in findings.enumerated() {
        finding.push(on: stack)
        stack.setElement(index + 1, of: stack.top - 1)
    }
    return 3
}
