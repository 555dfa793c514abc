import LuaKit
import StetCore

/// A query that Lua evaluates: in the script's own world, where it runs for a script, else in one
/// of its own with limits.
final class LuaQuery: RecordPredicate {
    /// Processor time for one record, in milliseconds, outside scripts.
    static let timeLimit = 1000
    /// Bytes that a world of its own may hold.
    static let memoryLimit = 256 << 20

    let fields: [String]
    private let names: [String]
    private let state: LuaState
    private let hasOwnState: Bool
    private let asked: Set<Int>
    private var function: LuaReference
    private let columns: [LuaReference]
    private let missing: [LuaReference]
    private let wanted: LuaReference
    private let place: LuaReference

    /// - Parameters:
    ///   - names: the fields that there are, for messages.
    ///   - script: the world of the script that asks; nil: none.
    init(_ query: Query, names: [String], in script: LuaState?) throws(LuaError) {
        fields = query.fields
        self.names = names
        let translation = QueryTranslation(query)
        asked = translation.askedFields
        hasOwnState = script == nil
        if let script {
            state = script
        } else {
            var configuration = LuaState.Configuration()
            configuration.memoryLimit = Self.memoryLimit
            state = try LuaState(configuration)
        }
        let stack: LuaStack
        do throws(LuaError) {
            stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(128)
            func table() -> LuaReference {
                stack.pushTable()
                defer { stack.pop() }
                return stack.reference(at: -1)
            }
            columns = query.fields.map { _ in table() }
            missing = query.fields.map { _ in table() }
            (wanted, place) = (table(), table())
            function = wanted
            function = try compile(translation.text, on: stack)
            if script == nil { state.setCaps(call: Self.timeLimit, run: 0) }
        } catch {
            if script == nil { state.close() }
            throw error
        }
    }

    deinit {
        if hasOwnState { state.close() }
    }

    private func compile(_ text: String, on stack: LuaStack) throws(LuaError) -> LuaReference {
        let restricted = try stack.restrictedEnvironment()
        stack.push(restricted)
        try stack.load(Array(QueryPrelude.text.utf8), name: "=query", environment: stack.top)
        push(columns, on: stack)
        stack.pushTable(hash: fields.count)
        for (index, name) in fields.enumerated() {
            stack.push(index + 1)
            stack.setField(name, of: stack.top - 1)
        }
        stack.push(place)
        let library = Query.library.sorted()
        stack.pushTable(array: library.count)
        for (index, name) in library.enumerated() {
            stack.push(name)
            stack.setElement(index + 1, of: stack.top - 1)
        }
        let helpers = QueryPrelude.names.count - QueryPrelude.given
        let environment = stack.top - 4
        try stack.call(arguments: 4, results: 1 + helpers)
        try stack.load(Array(text.utf8), name: "=query", environment: environment)
        push(columns, on: stack)
        push(missing, on: stack)
        stack.push(wanted)
        stack.push(place)
        for helper in 1...helpers { stack.pushCopy(environment + helper) }
        try stack.call(arguments: QueryPrelude.given + helpers, results: 1)
        return stack.reference(at: -1)
    }

    private func push(_ tables: [LuaReference], on stack: LuaStack) {
        stack.pushTable(array: tables.count)
        for (index, table) in tables.enumerated() {
            stack.push(table)
            stack.setElement(index + 1, of: stack.top - 1)
        }
    }

    // MARK: Asking

    func wanted(among records: [[CellReading]]) throws -> [Bool] {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(16)
        do throws(LuaError) {
            return try ask(records, on: stack)
        } catch {
            switch error.kind {
            case .callLimit where records.count > 1:
                // The limit is one record's: each gets its own time.
                var result: [Bool] = []
                for (index, record) in records.enumerated() {
                    do {
                        result += try wanted(among: [record])
                    } catch var failure as PredicateFailure {
                        failure.record = index
                        throw failure
                    }
                }
                return result
            case .interrupted, .timeLimit, .exit, .closed: throw error
            default: throw failure(error, on: stack, records.count)
            }
        }
    }

    private func ask(_ records: [[CellReading]], on stack: LuaStack) throws(LuaError) -> [Bool] {
        for column in fields.indices {
            stack.push(columns[column])
            for (index, record) in records.enumerated() {
                stack.push(record[column].value)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.pop()
            guard asked.contains(column) else { continue }
            stack.push(missing[column])
            for (index, record) in records.enumerated() {
                stack.push(record[column] == .missing)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.pop()
        }
        stack.push(function)
        stack.push(records.count)
        if hasOwnState {
            try stack.callCapped(arguments: 1, results: 0)
        } else {
            try stack.call(arguments: 1, results: 0)
        }
        stack.push(wanted)
        return records.indices.map { index in
            stack.pushElement(index + 1, of: stack.top)
            defer { stack.pop() }
            return stack.boolean(at: -1)
        }
    }

    private func failure(
        _ error: LuaError, on stack: LuaStack, _ count: Int
    ) -> PredicateFailure {
        stack.push(place)
        stack.pushElement(1, of: stack.top)
        let record = min(max((stack.integer(at: -1) ?? 1) - 1, 0), count - 1)
        stack.pop()
        // The lines of the translation say nothing to anyone.
        var message = error.position?.chunk == "query" ? error.message : error.description
        if stack.pushElement(2, of: stack.top) == .string, let name = stack.string(at: -1),
            message == "no field “\(name)”", let near = NearestName.of(name, among: names)
        {
            message += "; did you mean “\(near)”?"
        }
        if error.kind == .callLimit {
            message = "the query took longer than \(Self.timeLimit / 1000) s"
        }
        let isLimit = error.kind == .callLimit || error.kind == .memory
        return PredicateFailure(record: record, message: message, isLimit: isLimit)
    }
}

extension CollectionView {
    /// Narrowed by a query: a Lua expression over the fields.
    ///
    /// - Parameter script: the world of the script that asks; nil: none, and then a record that
    ///   takes too long ends the reading.
    package func `where`(
        text: String, in script: LuaState? = nil
    ) throws(QueryError) -> CollectionView {
        let layout = collection.layout
        let query = try Query(text, in: layout)
        if query.isNative { return self.where(query) }
        do throws(LuaError) {
            return self.where(try LuaQuery(query, names: layout.names, in: script))
        } catch {
            // Queries are read here first; what is left is in a function, or too much for Lua.
            throw QueryError(error.message)
        }
    }
}
