import LuaKit
import StetCheck
import StetCore
import StetSessions

/// A table of Lua as the record of a session. Its fields have the types of the values that they
/// hold, unless rules are given. There is nowhere that it is saved to but what the handlers do;
/// written through, it is the table itself that changes.
struct BareRecord {
    private let table: TableObject
    private let config: SessionConfig
    private let context: SessionContext
    private let source: LuaReference
    private let name: String

    init(_ call: LuaCall, _ collections: CollectionModule) throws {
        let stack = call.stack
        let base = stack.top
        defer { stack.setTop(base) }
        source = stack.reference(at: 1)
        var name = "record"
        var schema = Schema()
        var scripts: (any ScriptRules)?
        var order: [ByteString] = []
        if !call.isNone(2) {
            try call.requireTable(2)
            if stack.pushField("name", of: 2) == .string { name = stack.description(at: -1) }
            switch stack.pushField("order", of: 2) {
            case .nil: break
            default:
                guard stack.type(at: -1) == .table, let names = stack.texts(at: -1) else {
                    throw HostError("order: a list of the fields' names is wanted")
                }
                order = names
            }
            if stack.pushField("rules", of: 2) == .table {
                do throws(CheckError) {
                    let given = try TableRules(
                        collections.state, at: stack.top,
                        plugins: collections.host?.plugins?.names)
                    (schema, scripts) = (given.schema, given)
                } catch {
                    throw HostError(error.description)
                }
            }
        }
        self.name = name
        let values = try Self.values(
            stack, order: &order, declared: schema.fields.map(\.name), call)
        if scripts == nil { schema.fields = values.map { Self.field($0.name, $0.value) } }
        do throws(TableError) {
            let collection = try OpenedTable.collection(
                of: MemorySource(name: name, columns: order, records: []), schema: schema,
                scripts: scripts, isInScript: true)
            collection.nameByRowNumber()
            table = collections.object(collection)
        } catch {
            throw HostError(error.description)
        }
        context = SessionContext(table)
        config = try SessionConfig(call, at: 2, context, isBound: false)
        do throws(CollectionError) {
            let record = values.map { FieldAssignment($0.name, value: $0.value) }
            try table.collection.insert(record, options: ChangeOptions(force: true))
        } catch {
            throw HostError(error.message)
        }
    }

    /// The table's fields, and the order of all fields that the record has.
    private static func values(
        _ stack: LuaStack, order: inout [ByteString], declared: [String], _ call: LuaCall
    ) throws -> [(name: String, value: Value)] {
        var values: [(name: String, value: Value)] = []
        try stack.forEachPair(of: 1) {
            guard let name = stack.string(at: -2) else {
                throw HostError("a record has names as keys, not a \(stack.typeName(at: -2))")
            }
            guard let value = stack.recordValue(at: -1) else {
                throw HostError("\(name): a \(stack.typeName(at: -1)) is no value of a record")
            }
            values.append((name, value))
        }
        values.sort { $0.name < $1.name }
        for name in declared + values.map(\.name) where !order.contains(ByteString(name)) {
            order.append(ByteString(name))
        }
        guard !order.isEmpty else {
            throw HostError(
                "'\(call.name)' wants a table with fields, or config.order to name them")
        }
        return values
    }

    private static func field(_ name: String, _ value: Value) -> Field {
        var field = Field(name: name)
        switch value {
        case .integer, .number: field.type = .number
        case .boolean: field.type = .boolean
        default: break
        }
        return field
    }

    func begin(_ kind: DetailKind) throws(Refusal) -> SessionObject {
        if kind == .add, config.abilities.writesThrough {
            throw Refusal(.notAllowed, "only a record that exists can be written through to")
        }
        let checker: CollectionTarget
        do throws(CollectionError) {
            checker = try CollectionTarget(table.collection, row: RowID(1))
        } catch {
            throw Refusal(.value, error.message)
        }
        let target: any DetailTarget =
            config.abilities.writesThrough
            ? TableTarget(source, table, checker.draft, name) : UnboundTarget(name: name)
        let session = DetailSession(
            kind, original: checker.draft, name: kind == .add ? "new record" : name,
            target: target, checker: checker, handlers: config.handlers,
            abilities: config.abilities,
            context: DetailContext(originalKey: kind == .add ? nil : RecordKey(ByteString(name))))
        let object = SessionObject(session, table, config.indicator)
        context.session = session
        context.object = object
        session.reportUnheard = { [weak host = table.host] in host?.stage.log.append($0) }
        try session.open()
        table.host?.foreground?.opened(object)
        return object
    }
}

/// The table of Lua that a session writes through to.
private final class TableTarget: DetailTarget {
    private let source: LuaReference
    private let table: TableObject
    private var known: Draft
    private let name: String

    init(_ source: LuaReference, _ table: TableObject, _ draft: Draft, _ name: String) {
        self.source = source
        self.table = table
        known = draft
        self.name = name
    }

    func store(_ draft: Draft) throws(CollectionError) -> String {
        do {
            let stack = try table.state.stack()
            try stack.scope {
                stack.push(source)
                let record = stack.top
                for change in draft.changes(from: known) {
                    try DraftObject(draft, table).push(change.field, on: stack)
                    stack.setField(change.field, of: record)
                }
            }
        } catch {
            throw CollectionError(.impossible, String(describing: error))
        }
        known = draft
        return name
    }

    func remove() {}
}
