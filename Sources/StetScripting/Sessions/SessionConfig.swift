import LuaKit
import StetCore
import StetSessions
import StetText

/// What a script says of a session that it opens: its `config` table, read once.
struct SessionConfig {
    private(set) var handlers = DetailHandlers()
    private(set) var abilities = DetailAbilities()
    private(set) var indicator = ValidityIndicator()
    /// `new_id`: the key that stands for a new record.
    private(set) var newKey: ByteString?
    private let state: LuaState
    private let context: SessionContext
    private let table: TableObject

    static let names = [
        "can_delete", "can_edit", "confirm_delete", "fields", "name", "new_id", "normalize",
        "on_cancel", "on_delete", "on_dismiss", "on_save", "on_validate", "order", "rules", "title",
        "validate_indicator", "write_through",
    ]

    /// Of a session that a person begins: nothing beyond the rules, and deletions are asked about.
    init(forPersonAt context: SessionContext) {
        state = context.table.state
        self.context = context
        table = context.table
        abilities.confirmsDelete = true
    }

    /// - Parameters:
    ///   - index: where the table is; nothing there is an empty one.
    ///   - isBound: the record is one of a collection, which it is saved to.
    init(
        _ call: LuaCall, at index: Int, _ context: SessionContext, isBound: Bool
    ) throws {
        state = context.table.state
        self.context = context
        table = context.table
        abilities.saves = isBound
        abilities.deletes = isBound
        guard !call.isNone(index) else { return }
        try call.requireTable(index)
        let stack = call.stack
        let base = stack.top
        defer { stack.setTop(base) }
        let config = stack.absolute(index)
        try stack.forEachPair(of: config) {
            guard let name = stack.string(at: -2), Self.names.contains(name) else {
                let name = stack.description(at: -2)
                throw HostError(
                    "a session has no \"\(name)\"" + Suggestion.hint(for: name, among: Self.names))
            }
        }
        try readFlags(stack, config)
        try readPredicates(stack, config)
        try readHandlers(stack, config)
        try readFields(stack, config)
        try readIndicator(stack, config)
    }

    // MARK: Parts

    private mutating func readFlags(_ stack: LuaStack, _ config: Int) throws {
        abilities.confirmsDelete = try Self.flag("confirm_delete", stack, config)
        abilities.writesThrough = try Self.flag("write_through", stack, config)
        if stack.pushField("new_id", of: config) != .nil {
            guard let key = stack.keyPart(at: -1) else {
                throw HostError("new_id: a key is wanted, not a \(stack.typeName(at: -1))")
            }
            newKey = key
        }
    }

    private static func flag(_ name: String, _ stack: LuaStack, _ config: Int) throws -> Bool {
        switch stack.pushField(name, of: config) {
        case .nil: return false
        case .boolean: return stack.boolean(at: -1)
        default:
            throw HostError("\(name): true or false is wanted, not a \(stack.typeName(at: -1))")
        }
    }

    private mutating func readPredicates(_ stack: LuaStack, _ config: Int) throws {
        handlers.canEdit = try predicate("can_edit", stack, config)
        handlers.canDelete = try predicate("can_delete", stack, config)
        switch stack.pushField("title", of: config) {
        case .nil: break
        case .string:
            let title = stack.description(at: -1)
            handlers.title = { _ in title }
        case .function:
            let call = handler("title", stack)
            let table = table
            handlers.title = { draft throws(HandlerError) in
                try call { stack in
                    stack.push(object: DraftObject(draft, table))
                    return 1
                } _: { stack, first in
                    switch stack.type(at: first) {
                    case .string, .number: stack.description(at: first)
                    case .nil, .none: nil
                    default:
                        throw RulesError("it returned a \(stack.typeName(at: first)), not text")
                    }
                }
            }
        default: throw HostError("title: text or a function is wanted")
        }
    }

    private func predicate(
        _ name: String, _ stack: LuaStack, _ config: Int
    ) throws -> ((Draft) throws(HandlerError) -> Bool)? {
        switch stack.pushField(name, of: config) {
        case .nil: return nil
        case .boolean:
            let answer = stack.boolean(at: -1)
            return { _ in answer }
        case .function:
            let call = handler(name, stack)
            let table = table
            return { draft throws(HandlerError) in
                try call { stack in
                    stack.push(object: DraftObject(draft, table))
                    return 1
                } _: { stack, first in
                    stack.boolean(at: first)
                }
            }
        default: throw HostError("\(name): a function, true or false is wanted")
        }
    }

    /// The function on top, as a handler.
    private func handler(_ name: String, _ stack: LuaStack) -> HandlerCall {
        HandlerCall(state: state, function: stack.reference(at: -1), name: name)
    }

    private func function(
        _ name: String, _ stack: LuaStack, _ config: Int
    ) throws -> HandlerCall? {
        switch stack.pushField(name, of: config) {
        case .nil: return nil
        case .function: return handler(name, stack)
        default: throw HostError("\(name): a function is wanted, not a \(stack.typeName(at: -1))")
        }
    }

    private mutating func readHandlers(_ stack: LuaStack, _ config: Int) throws {
        handlers.onSave = try refusable("on_save", stack, config, &abilities.saves)
        handlers.onDelete = try refusable("on_delete", stack, config, &abilities.deletes)
        let (context, table) = (context, table)
        if let call = try function("on_validate", stack, config) {
            handlers.onValidate = { _, draft throws(HandlerError) in
                try call { stack in
                    Self.push(context, draft, table, on: stack)
                } _: { stack, first in
                    try RuleResult.ofRecordRule(stack, first: first).map {
                        try Self.problem($0, code: "validate", field: nil, of: table)
                    }
                }
            }
        }
        if let call = try function("on_cancel", stack, config) {
            handlers.onCancel = { _, draft throws(HandlerError) in
                try call { stack in
                    Self.push(context, draft, table, on: stack)
                } _: { _, _ in
                }
            }
        }
        if let call = try function("on_dismiss", stack, config) {
            handlers.onDismiss = { reason throws(HandlerError) in
                try call { stack in
                    stack.push(reason.rawValue)
                    return 1
                } _: { _, _ in
                }
            }
        }
        if let call = try function("normalize", stack, config) {
            handlers.normalize = { draft throws(HandlerError) in
                try call { stack in
                    stack.push(object: DraftObject(draft, table))
                    return 1
                } _: { stack, first in
                    try Self.normalized(draft, stack, first, table)
                }
            }
        }
    }

    /// A handler that says whether there is saving or deleting at all: a function turns it on,
    /// false off; without it, it is as for the record.
    private func refusable(
        _ name: String, _ stack: LuaStack, _ config: Int, _ ability: inout Bool
    ) throws -> DetailHandlers.Handler<HandlerAnswer>? {
        switch stack.pushField(name, of: config) {
        case .nil: return nil
        case .boolean where !stack.boolean(at: -1):
            ability = false
            return nil
        case .function:
            ability = true
            let call = handler(name, stack)
            let (context, table) = (context, table)
            return { _, draft throws(HandlerError) in
                try call { stack in
                    Self.push(context, draft, table, on: stack)
                } _: { stack, first in
                    HandlerCall.answer(stack, first: first)
                }
            }
        default: throw HostError("\(name): a function or false is wanted")
        }
    }

    private static func push(
        _ context: SessionContext, _ draft: Draft, _ table: TableObject, on stack: LuaStack
    ) -> Int {
        stack.push(object: context)
        stack.push(object: DraftObject(draft, table))
        return 2
    }

    private static func problem(
        _ result: RuleResult, code: String, field: String?, of table: TableObject
    ) throws(RulesError) -> DraftProblem {
        if let name = result.field, table.collection.layout.index(of: name) == nil {
            throw RulesError(RecordWords.unknownField(name, among: table.collection.layout.names))
        }
        let field = result.field ?? field
        return DraftProblem(
            field: field, code: result.code ?? code, severity: result.severity ?? .error,
            message: result.message ?? (field == nil ? "the record is not valid" : "is not valid"))
    }

    /// What `normalize` returned: nothing, or a table of fields. Text is taken as typed.
    private static func normalized(
        _ draft: Draft, _ stack: LuaStack, _ first: Int, _ table: TableObject
    ) throws -> Draft {
        switch stack.type(at: first) {
        case .none, .nil: return draft
        case .table: break
        default:
            throw RulesError(
                "it returned a \(stack.typeName(at: first)); it may return a table of fields")
        }
        var result = draft
        for assignment in try stack.assignments(at: first, in: table) {
            var input = assignment.input
            if case .value(.text(let text)) = input { input = .text(text) }
            try result.set(assignment.field, input, original: draft)
        }
        return result
    }

    // MARK: Fields

    /// `fields = { weight = function or { validate = …, required = true } }`
    private mutating func readFields(_ stack: LuaStack, _ config: Int) throws {
        switch stack.pushField("fields", of: config) {
        case .nil: return
        case .table: break
        default: throw HostError("fields: a table by the names of fields is wanted")
        }
        let layout = table.collection.layout
        var found: [(place: Int, validator: FieldValidator)] = []
        try stack.forEachPair(of: stack.top) {
            let name = stack.string(at: -2) ?? stack.description(at: -2)
            guard let place = layout.index(of: name) else {
                throw HostError("fields: " + RecordWords.unknownField(name, among: layout.names))
            }
            for check in try validators(of: name, stack) { found.append((place, check)) }
        }
        handlers.validators = found.sorted { $0.place < $1.place }.map(\.validator)
        handlers.required.sort {
            (layout.index(of: $0) ?? 0) < (layout.index(of: $1) ?? 0)
        }
    }

    /// The validators of the field whose description is on top.
    private mutating func validators(
        of field: String, _ stack: LuaStack
    ) throws -> [FieldValidator] {
        let name = "fields.\(field).validate"
        let config = self
        let own = SessionValidators(table: table) { config.validator(field, $0) }
        guard stack.type(at: -1) == .table else {
            return [try own.read(stack, field: field, name: "fields.\(field)")]
        }
        let description = stack.top
        let known = ["required", "validate"]
        try stack.forEachPair(of: description) {
            let name = stack.description(at: -2)
            guard known.contains(name) else {
                throw HostError(
                    "fields.\(field) has no \"\(name)\"" + Suggestion.hint(for: name, among: known)
                        + "; the rules of the collection have all constraints")
            }
        }
        if try Self.flag("required", stack, description) { handlers.required.append(field) }
        switch stack.pushField("validate", of: description) {
        case .nil: return []
        case .table:
            let list = stack.top
            return try (0..<stack.length(of: list)).map { item in
                stack.pushElement(item + 1, of: list)
                return try own.read(stack, field: field, name: name)
            }
        default: return [try own.read(stack, field: field, name: name)]
        }
    }

    private func validator(_ field: String, _ call: HandlerCall) -> FieldValidator {
        let (context, table) = (context, table)
        return FieldValidator(field) { value, draft throws(HandlerError) in
            try context.collecting { () throws(HandlerError) in
                try call { stack in
                    stack.push(value)
                    stack.push(object: DraftObject(draft, table))
                    stack.push(object: context)
                    return 3
                } _: { stack, first in
                    if stack.top >= first, stack.boolean(at: first) { return [] }
                    let result = try RuleResult.ofFieldRule(stack, first: first)
                    return [try Self.problem(result, code: "validate", field: field, of: table)]
                }
            }
        }
    }

    // MARK: Indicator

    /// `validate_indicator(ok)`: a mark. It is asked for both when the session begins.
    private mutating func readIndicator(_ stack: LuaStack, _ config: Int) throws {
        guard let call = try function("validate_indicator", stack, config) else { return }
        func mark(_ isValid: Bool) throws(HandlerError) -> String {
            try call { stack in
                stack.push(isValid)
                return 1
            } _: { stack, first in
                switch stack.type(at: first) {
                case .string, .number: return SafeText.escaped(stack.description(at: first))
                default: throw RulesError("it returned a \(stack.typeName(at: first)), not text")
                }
            }
        }
        do throws(HandlerError) {
            indicator = ValidityIndicator(valid: try mark(true), invalid: try mark(false))
        } catch {
            throw HostError("\(error.handler) failed: \(error.message)")
        }
    }
}
