import LuaKit
import StetCheck
import StetCore
import StetStores
import StetText

/// What `stet` has for collections in a trusted script.
final class CollectionModule {
    let state: LuaState
    private let missing: LuaReference
    /// The same tables, for those that refer to each other.
    let openTables = OpenTables()
    weak var host: ScriptHost?
    /// The open tables by their real paths: one file is one collection.
    private var opened: [String: TableObject] = [:]
    /// All collections of the script, for transactions.
    private var tables: [WeakTable] = []
    /// The entry of a prompt that is under way.
    private var entry: Transaction?
    let commits = CommitQueue()

    private struct WeakTable {
        weak var table: TableObject?
    }

    /// The open files, by name.
    var files: [OpenedTable] {
        opened.values.compactMap(\.file).sorted { $0.path < $1.path }
    }

    /// - Parameter table: where `stet` is on the stack.
    static func install(
        in table: Int, of stack: LuaStack, state: LuaState
    ) -> CollectionModule {
        MissingObject.register(on: stack)
        TableObject.register(on: stack)
        ViewObject.register(on: stack)
        DiffObject.register(on: stack)
        ObserverObject.register(on: stack)
        stack.push(object: MissingObject())
        let module = CollectionModule(state: state, missing: stack.reference(at: -1))
        stack.setField("missing", of: table)
        func add(_ name: String, _ body: @escaping HostFunction) {
            stack.pushFunction(name, body)
            stack.setField(name, of: table)
        }
        add("open") { call in try module.open(&call) }
        add("collection") { call in try module.build(&call) }
        add("transaction") { call in try module.transaction(&call) }
        add("copy", RecordObject.copy)
        add("key", RecordObject.key)
        add("text", RecordObject.rawText)
        add("row", RecordObject.row)
        add("related") { call in try module.related(&call) }
        return module
    }

    private init(state: LuaState, missing: LuaReference) {
        self.state = state
        self.missing = missing
    }

    /// A collection in memory that no commit and no transaction knows of.
    func object(_ collection: StetCore.Collection) -> TableObject {
        let table = TableObject(
            collection, file: nil, commits: CommitQueue(), state: state, missing: missing)
        table.host = host
        return table
    }

    /// `stet.open(path [, rules [, { tree = … }]])`: the rules are a file or a table.
    private func open(_ call: inout LuaCall) throws -> Int {
        let path = try call.string(1)
        let call = call
        let link = try call.isNone(3) ? nil : Self.link(call, at: 3)
        if path != "-", let known = opened[Self.identity(of: path)] {
            guard call.isNone(2) else {
                return call.failure("\(path) is open already, with its rules")
            }
            if let link { known.treeLink = link }
            call.stack.push(object: known)
            return 1
        }
        var rules = OpenedTable.RulesChoice.beside
        if call.stack.type(at: 2) == .table {
            do throws(CheckError) {
                let given = try TableRules(state, at: 2, plugins: host?.plugins?.names)
                rules = .given(given.schema, given)
            } catch {
                throw HostError(error.description)
            }
        } else if !call.isNone(2) {
            rules = .file(try call.string(2))
        }
        return try attempt(call) {
            let table = try open(path, rules)
            table.treeLink = link
            call.stack.push(object: table)
            guard let notes = table.file?.notes, !notes.isEmpty else { return 1 }
            call.stack.push(notes.joined(separator: "\n"))
            return 2
        }
    }

    /// Opens a table that is not open yet; one that is open is that one.
    func open(
        _ path: String, _ rules: OpenedTable.RulesChoice, dialect: DialectOptions = DialectOptions()
    ) throws(TableError) -> TableObject {
        if path != "-", let known = opened[Self.identity(of: path)] { return known }
        let file = try OpenedTable(
            path: path, rules: rules, dialect: dialect, among: openTables)
        if let host {
            file.keepEdits(in: host)
            if let notice = file.recoveryNotice { host.onNotice(notice) }
        }
        let table = table(of: file.collection, file: file)
        if path != "-" { opened[Self.identity(of: path)] = table }
        if let plugins = host?.plugins, plugins.callsHooks {
            for problem in plugins.opened(table) { host?.onNotice(problem) }
        }
        return table
    }

    /// The open table of a path; one that is not open is opened, with the rules beside it.
    func table(at path: String) throws(TableError) -> TableObject {
        if let known = opened[Self.identity(of: path)] { return known }
        return try open(path, .beside)
    }

    /// The tree that the options of `open` tell of.
    private static func link(_ call: LuaCall, at index: Int) throws -> RecordTree.Link? {
        try call.requireTable(index)
        let stack = call.stack
        do throws(RulesError) {
            for name in try stack.names(of: index) where name != "tree" {
                throw RulesError("stet.open has no option \"\(name)\"; it has tree")
            }
            return try tree(of: index, stack)
        } catch {
            throw HostError(error.description)
        }
    }

    /// The tree that a table has under that name.
    private static func tree(
        of table: Int, _ stack: LuaStack
    ) throws(RulesError) -> RecordTree.Link? {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField("tree", of: table) != .nil else { return nil }
        return try RecordTree.Link(stack, at: -1)
    }

    private func table(of collection: StetCore.Collection, file: OpenedTable?) -> TableObject {
        let table = TableObject(
            collection, file: file, commits: commits, state: state, missing: missing)
        table.host = host
        if let host, let checker = collection.checker as? RulesChangeChecker {
            checker.onTitleFailure = { [weak host] in host?.onNotice($0) }
        }
        entry?.join(collection)
        tables.removeAll { $0.table == nil }
        tables.append(WeakTable(table: table))
        return table
    }

    /// `stet.transaction(function)`: true and what the function returned; or, if it returned
    /// false, or nil and a message, nothing was changed: nil and the message.
    private func transaction(_ call: inout LuaCall) throws -> Int {
        guard call.stack.type(at: 1) == .function else { throw call.bad(1, expected: "function") }
        let call = call
        let stack = call.stack
        let base = stack.top
        return try attempt(call) {
            var refusal = "the transaction was refused"
            var isKept = false
            let notes = try commits.transaction(over: all.map(\.collection)) {
                stack.pushCopy(1)
                try stack.call(arguments: 0)
                let count = stack.top - base
                let isRefused =
                    count > 0
                    && (stack.type(at: base + 1) == .nil && count > 1
                        || stack.type(at: base + 1) == .boolean && !stack.boolean(at: base + 1))
                if isRefused, count > 1 { refusal = stack.description(at: base + 2) }
                isKept = !isRefused
                return isKept
            }
            stack.setTop(base)
            guard isKept else { return call.failure(refusal) }
            stack.push(true)
            guard !notes.isEmpty else { return 1 }
            stack.push(notes.joined(separator: "\n"))
            return 2
        }
    }

    /// All collections that are still in use, in the order in which they came.
    var all: [TableObject] { tables.compactMap(\.table) }

    /// Runs what was typed at a prompt: one step of undo in each collection, and taken back whole
    /// if it throws. What it wrote to a file stays written.
    func entry<Result>(_ body: () throws -> Result) throws -> Result {
        let transaction = Transaction(reachesBack: true)
        let before = all.map { (table: $0, written: $0.file?.written) }
        for table in all { transaction.join(table.collection) }
        entry = transaction
        defer { entry = nil }
        do {
            let result = try body()
            transaction.commit()
            return result
        } catch {
            transaction.rollback()
            for (table, written) in before {
                guard let file = table.file, let written, !file.written.isSame(as: written)
                else { continue }
                table.collection.markCommitted(asOf: file.written)
            }
            throw error
        }
    }

    private static func identity(of path: String) -> String {
        do throws(SystemError) {
            return try realPath(of: path)
        } catch {
            // Opening it says what is wrong.
            return path
        }
    }

    /// `stet.collection{ fields = { names }, records = { {…}, … }, rules = {…}, name = text,
    /// tree = {…} }`: a collection in memory.
    private func build(_ call: inout LuaCall) throws -> Int {
        try call.requireTable(1)
        let stack = call.stack
        let known = ["fields", "records", "rules", "name", "tree"]
        let link: RecordTree.Link?
        do throws(RulesError) {
            link = try Self.tree(of: 1, stack)
            for name in try stack.names(of: 1) where !known.contains(name) {
                throw RulesError(
                    "stet.collection has no \"\(name)\"" + Suggestion.hint(for: name, among: known))
            }
        } catch {
            throw HostError(error.description)
        }
        var name = "collection"
        if stack.pushField("name", of: 1) == .string { name = stack.string(at: -1) ?? name }
        guard stack.pushField("fields", of: 1) == .table, let fields = stack.texts(at: -1),
            !fields.isEmpty
        else { throw HostError("stet.collection wants fields: a list of their names") }
        var schema = Schema()
        var scripts: (any ScriptRules)?
        if stack.pushField("rules", of: 1) == .table {
            do throws(CheckError) {
                let given = try TableRules(state, at: stack.top, plugins: host?.plugins?.names)
                (schema, scripts) = (given.schema, given)
            } catch {
                throw HostError(error.description)
            }
        }
        let source = MemorySource(name: name, columns: fields, records: [])
        let call = call
        return try attempt(call) {
            let collection = try OpenedTable.collection(
                of: source, schema: schema, scripts: scripts, isInScript: true,
                links: TableLinks(openTables, path: ""))
            let table = table(of: collection, file: nil)
            table.treeLink = link
            var records: [[FieldAssignment]] = []
            if stack.pushField("records", of: 1) == .table {
                let list = stack.top
                for item in 0..<stack.length(of: list) {
                    stack.pushElement(item + 1, of: list)
                    records.append(try stack.assignments(at: stack.top, in: table))
                    stack.pop()
                }
            }
            if !records.isEmpty { try collection.insert(records) }
            stack.push(object: table)
            return 1
        }
    }
}
