import LuaKit
import StetCore
import StetSessions

/// What a `stet.ref` holds: something plain, or an object by its identity.
struct RefValue: Equatable, CustomStringConvertible {
    let value: LuaValue
    private let pointer: UnsafeRawPointer?
    let description: String

    /// The value there; nil for nil.
    init?(_ stack: LuaStack, at index: Int) {
        switch stack.type(at: index) {
        case .nil, .none: return nil
        case .boolean, .number, .string: pointer = nil
        default: pointer = stack.identity(at: index)
        }
        value = stack.value(at: index)
        description = stack.description(at: index)
    }

    init(_ flag: Bool) {
        value = .boolean(flag)
        pointer = nil
        description = flag ? "true" : "false"
    }

    static func == (left: RefValue, right: RefValue) -> Bool {
        switch (left.value, right.value) {
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let left), .number(let right)), (.number(let right), .integer(let left)):
            Int(exactly: right) == left
        case (.string(let left), .string(let right)): left == right
        default: left.pointer != nil && left.pointer == right.pointer
        }
    }

    /// The text of a key that it may be.
    var key: ByteString? {
        switch value {
        case .string(let bytes): ByteString(bytes)
        case .integer, .number: ByteString(description)
        default: nil
        }
    }
}

/// `stet.ref(value)`: a value that several parties share and watch. What is presented from it
/// comes and goes with its value.
final class RefObject {
    let reference: StetSessions.Reference<RefValue?>
    let state: LuaState
    /// What presents something from the reference lives as long as it does.
    private var bound: [ObjectIdentifier: AnyObject] = [:]
    /// What the first watcher that failed raised.
    private var failure: HandlerError?

    init(_ value: RefValue?, state: LuaState) {
        reference = StetSessions.Reference(value)
        self.state = state
    }

    func bind(_ object: AnyObject) { bound[ObjectIdentifier(object)] = object }
    func unbind(_ object: AnyObject) { bound[ObjectIdentifier(object)] = nil }

    static func register(on stack: LuaStack) {
        LuaType(
            RefObject.self, name: "ref", on: stack,
            methods: [("get", get), ("set", set), ("watch", watch)],
            metamethods: [("__tostring", text), ("__index", index), ("__newindex", newIndex)])
    }

    private static func get(_ call: inout LuaCall) throws -> Int {
        let value = try call.object(1, as: RefObject.self).reference.value
        call.stack.push(value?.value ?? LuaValue.nil)
        return 1
    }

    private static func set(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: RefObject.self)
        try object.assign(RefValue(call.stack, at: 2))
        return 0
    }

    private func assign(_ value: RefValue?) throws {
        failure = nil
        reference.value = value
        guard let failure else { return }
        self.failure = nil
        throw HostError("\(failure.handler) failed: \(failure.message)")
    }

    /// `ref.value` reads it as `ref:get()` does.
    private static func index(_ call: inout LuaCall) throws -> Int {
        guard call.stack.string(at: 2) == "value" else {
            call.stack.pushNil()
            return 1
        }
        return try get(&call)
    }

    private static func newIndex(_ call: inout LuaCall) throws -> Int {
        guard call.stack.string(at: 2) == "value" else {
            throw HostError("a ref has a value: ref.value = … or ref:set(…)")
        }
        let object = try call.object(1, as: RefObject.self)
        try object.assign(RefValue(call.stack, at: 3))
        return 0
    }

    /// `watch(fn)`: calls `fn(value)` each time that the value changes; returns a function that
    /// ends it. What a watcher raises reaches whoever set the value, after all others heard it.
    private static func watch(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: RefObject.self)
        try call.requireFunction(2)
        let handler = HandlerCall(
            state: object.state, function: call.stack.reference(at: 2), name: "watch")
        let reference = object.reference
        let token = reference.watch { [weak object] value in
            do throws(HandlerError) {
                try handler { stack in
                    stack.push(value?.value ?? LuaValue.nil)
                    return 1
                } _: { _, _ in
                }
            } catch {
                if object?.failure == nil { object?.failure = error }
            }
        }
        call.stack.pushFunction("stop watching") { _ in
            reference.stopWatching(token)
            return 0
        }
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        let value = try call.object(1, as: RefObject.self).reference.value
        call.stack.push("ref: \(value?.description ?? "nil")")
        return 1
    }
}
