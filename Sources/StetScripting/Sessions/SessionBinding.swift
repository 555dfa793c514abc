import LuaKit
import StetCore
import StetSessions

/// Sessions that come and go with a `stet.ref`.
final class SessionBinding {
    private let ref: RefObject
    private let log = EventLog()
    private var slot: SessionSlot<RefValue>?
    /// The session that is open, as scripts see it.
    private var object: SessionObject?

    init(_ ref: RefObject, _ kind: DetailKind, _ opening: SessionOpening) {
        self.ref = ref
        slot = SessionSlot(ref.reference, log: log) { [weak self] value throws(Refusal) in
            guard let self else { throw Refusal(.state, "nothing is bound any more") }
            let stack: LuaStack
            do throws(LuaError) {
                stack = try opening.table.state.stack()
            } catch {
                throw Refusal(.state, error.message)
            }
            do throws(Refusal) {
                let object = try opening.open(kind, value, log: self.log, stack: stack)
                self.object = object
                return object.session
            } catch {
                // Whoever set the ref does not wait for an answer.
                if error.reason == .handler {
                    opening.table.host?.stage.log.append(
                        HandlerError(handler: "ref", message: error.message))
                }
                throw error
            }
        }
        ref.bind(self)
    }

    static func register(on stack: LuaStack) {
        LuaType(
            SessionBinding.self, name: "session binding", on: stack,
            methods: [
                ("session", session), ("show", show), ("unbind", unbind), ("log", log),
            ])
    }

    private static func subject(_ call: LuaCall) throws -> SessionBinding {
        try call.object(1, as: SessionBinding.self)
    }

    /// `session()`: the session that is open; nil without one.
    private static func session(_ call: inout LuaCall) throws -> Int {
        let binding = try subject(call)
        if let open = binding.slot?.session, let object = binding.object, object.session === open {
            call.stack.push(object: object)
        } else {
            call.stack.pushNil()
        }
        return 1
    }

    /// `show(key[, { force = true }])`: sets the ref; by force even where that replaces a session
    /// with changes. True if that is what is shown then.
    private static func show(_ call: inout LuaCall) throws -> Int {
        let binding = try subject(call)
        let value = RefValue(call.stack, at: 2)
        var isForced = false
        if !call.isNone(3) {
            try call.requireTable(3)
            try call.stack.forEachPair(of: 3) {
                guard call.stack.string(at: -2) == "force" else {
                    throw HostError(
                        "show has no option \"\(call.stack.description(at: -2))\"; it has force")
                }
                isForced = call.stack.boolean(at: -1)
            }
        }
        if isForced {
            binding.slot?.replaceForced(value)
        } else {
            binding.ref.reference.value = value
        }
        if binding.ref.reference.value == value {
            call.stack.push(true)
            return 1
        }
        return call.failure(binding.log.entries.last?.details.last ?? "refused")
    }

    /// `unbind()`: the ref is just a ref again; a session that is open stays.
    private static func unbind(_ call: inout LuaCall) throws -> Int {
        let binding = try subject(call)
        binding.slot?.unbind()
        binding.ref.unbind(binding)
        return 0
    }

    /// `log()`: what happened to all its sessions, oldest first, as lines of text.
    private static func log(_ call: inout LuaCall) throws -> Int {
        let lines = try subject(call).log.descriptions
        call.stack.pushTable(array: lines.count)
        for (index, line) in lines.enumerated() {
            call.stack.push(line)
            call.stack.setElement(index + 1, of: call.stack.top - 1)
        }
        return 1
    }
}
