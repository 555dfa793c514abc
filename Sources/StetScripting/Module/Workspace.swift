import LuaKit
import StetCheck
import StetCore
import StetSessions
import StetStores

/// The open collections of a host, for whoever shows them to a person: the prompt.
package struct Workspace {
    private let host: ScriptHost

    package init(_ host: ScriptHost) {
        self.host = host
    }

    /// In the order in which they were opened or made.
    package var tables: [TableObject] { host.collections?.all ?? [] }

    /// Opens a file; one that is open already is that collection.
    package func open(
        _ path: String, rules: String? = nil, dialect: DialectOptions = DialectOptions()
    ) throws(TableError) -> TableObject {
        guard let collections = host.collections else {
            throw .store(StoreError(path: path, reason: "the session has ended"))
        }
        return try collections.open(path, rules.map { .file($0) } ?? .beside, dialect: dialect)
    }

    /// Runs what was typed: one step of undo, taken back whole if it throws.
    package func entry<Result>(_ body: () throws -> Result) throws -> Result {
        guard let collections = host.collections else { return try body() }
        return try collections.entry(body)
    }

    /// Commits a table's pending changes.
    ///
    /// - Returns: what the user should know.
    package func commit(_ table: TableObject, _ options: CommitOptions) throws(TableError)
        -> [String]
    {
        guard let file = table.file else {
            throw .collection(
                CollectionError(
                    .impossible, "\(table.collection.name) is in memory only: it has no file"))
        }
        return try table.commit(file, options)
    }

    /// Makes a table the global of a name.
    package func setGlobal(_ name: String, to table: TableObject) throws(LuaError) {
        let stack = try host.state.stack()
        stack.scope {
            stack.push(host.environment)
            stack.push(object: table)
            stack.setField(name, of: stack.top - 1)
        }
    }
}

extension TableObject {
    /// The name that a prompt gives it: that of its file without folder and ending, as a name of
    /// Lua.
    package var globalName: String {
        var name = collection.name[...]
        if let slash = name.lastIndex(of: "/") { name = name[name.index(after: slash)...] }
        if let dot = name.firstIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
        var result = ""
        for scalar in name.unicodeScalars {
            let isWord =
                scalar == "_" || scalar.isASCII && scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
            result.unicodeScalars.append(isWord ? scalar : "_")
        }
        guard let first = result.unicodeScalars.first else { return "it" }
        return ("0"..."9").contains(first) || result == "_" ? "t" + result : result
    }
}

extension Workspace {
    /// Checks a collection as it is now; an interrupt of the host stops it.
    package func check(_ table: TableObject) throws(TableError) -> CollectionCheck.Outcome {
        let run: (CheckEngine.Stopper) -> Result<CollectionCheck.Outcome, TableError> = { stopper in
            do throws(TableError) {
                var options = CheckOptions()
                options.workers = ProcessorCount.online
                return .success(
                    try CollectionCheck(table.collection, file: table.file, options: options)
                        .run(stopper: stopper))
            } catch {
                return .failure(error)
            }
        }
        return try host.withStopper(run).get()
    }

    /// Records narrowed by a query.
    package func filtered(
        _ view: CollectionView, by text: String, of table: TableObject
    ) throws -> CollectionView {
        try table.filtered(view, by: text)
    }

    /// The environment of entries while a session is open: its fields are names, where no global
    /// has the name.
    package func environment(
        of session: DetailSession, in table: TableObject
    ) throws(LuaError) -> LuaReference {
        let stack = try host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(host.environment)
        try stack.load(Array(Self.scope.utf8), name: "=stet", environment: stack.top)
        stack.push(host.environment)
        stack.push(object: DraftObject(session, table))
        let fields = table.collection.layout.names
        stack.pushTable(hash: fields.count)
        for field in fields {
            stack.push(true)
            stack.setField(field, of: stack.top - 1)
        }
        stack.pushFunction("nearest") { call in
            call.stack.push(RecordWords.unknownField(try call.string(1), among: fields))
            return 1
        }
        stack.pushFunction("set") { call in
            guard let objection = try table.objection(call, toGiving: session) else { return 0 }
            call.stack.push(objection)
            return 1
        }
        try stack.call(arguments: 5, results: 1)
        return stack.reference(at: stack.top)
    }

    private static let scope = """
        local globals, draft, fields, nearest, set = ...
        local error, type = error, type
        return setmetatable({}, {
          __index = function(_, name)
            local value = globals[name]
            if value == nil and fields[name] then return draft[name] end
            return value
          end,
          __newindex = function(_, name, value)
            if fields[name] then
              local objection = set(name, value)
              if objection then error(objection, 2) end
            elseif globals[name] ~= nil or type(name) ~= "string" then
              globals[name] = value
            else
              error(nearest(name), 2)
            end
          end,
        })
        """
}

extension Workspace {
    /// Opens a split view over the records of a collection, as `stet.split_view{ items = … }` does.
    package func splitView(over table: TableObject) throws -> SplitViewObject {
        guard let stages = host.stages else {
            throw Refusal(.state, "the session has ended")
        }
        // Says what is missing where it is no tree.
        _ = try table.tree()
        var configuration = try SplitViewConfiguration(columns: 2)
        configuration.scope = .tree
        let object = SplitViewObject(
            stages, SplitView(configuration, log: stages.stage.log))
        try object.follow(table, title: nil)
        host.foreground?.made(.splitView(object))
        return object
    }
}

extension TableObject {
    /// Gives a field of a session a value of Lua: `name`, `value`.
    ///
    /// - Returns: why it cannot have it.
    fileprivate func objection(_ call: LuaCall, toGiving session: DetailSession) throws -> String? {
        let name = try call.string(1)
        guard let value = call.stack.recordValue(at: 2) else {
            return "\(name): a \(call.stack.typeName(at: 2)) is no value of a record"
        }
        do throws(Refusal) {
            try session.set(name, input(value))
            return nil
        } catch {
            return error.message
        }
    }
}
