import LuaKit
import StetCore
import StetSessions

/// What stands above or below the rows of a section, as scripts see it.
final class ExtremityObject {
    let extremity: Extremity

    init(_ extremity: Extremity) {
        self.extremity = extremity
    }

    static func register(on stack: LuaStack) {
        LuaType(
            ExtremityObject.self, name: "extremity", on: stack,
            metamethods: [("__eq", isEqual), ("__tostring", text)])
    }

    /// `stet.extremity`: `title(text)`, `view(function(width) … end[, height])` and `auto(function)`.
    static func install(in table: Int, of stack: LuaStack, _ module: ListModule) {
        stack.pushTable(hash: 3)
        let extremities = stack.top
        func add(_ name: String, _ make: @escaping (LuaCall) throws -> Extremity) {
            stack.pushFunction(name) { call in
                call.stack.push(object: ExtremityObject(try make(call)))
                return 1
            }
            stack.setField(name, of: extremities)
        }
        add("title") { call in .title(ByteString(try call.bytes(1))) }
        add("view") { [unowned module] call in
            try call.requireFunction(1)
            let height = call.isNone(2) ? nil : try call.integer(2)
            if let height, !(0...10_000).contains(height) {
                throw HostError("a view has from 0 to 10000 lines, not \(height)")
            }
            return .view(module.content(call.stack, at: 1), height: height)
        }
        add("auto") { [unowned module] call in
            try call.requireFunction(1)
            return .flowing(module.content(call.stack, at: 1))
        }
        stack.setField("extremity", of: table)
    }

    /// A text is a title.
    static func read(_ stack: LuaStack, at index: Int) -> Extremity? {
        if let object = stack.object(at: index, as: ExtremityObject.self) {
            return object.extremity
        }
        return stack.listText(at: index).map { .title($0) }
    }

    /// A title comes back as text.
    static func push(_ extremity: Extremity?, on stack: LuaStack) {
        switch extremity {
        case nil: stack.pushNil()
        case .title(let title): stack.push(title.bytes)
        case .some(let other): stack.push(object: ExtremityObject(other))
        }
    }

    private static func isEqual(_ call: inout LuaCall) throws -> Int {
        let left = call.stack.object(at: 1, as: ExtremityObject.self)
        let right = call.stack.object(at: 2, as: ExtremityObject.self)
        call.stack.push(left.map { $0.extremity } == right.map { $0.extremity })
        return 1
    }

    private static func text(_ call: inout LuaCall) throws -> Int {
        switch try call.object(1, as: ExtremityObject.self).extremity {
        case .title(let title): call.stack.push(title.bytes)
        case .view(_, let height):
            call.stack.push("view" + (height.map { " of \($0) lines" } ?? ""))
        case .flowing: call.stack.push("view that wraps")
        }
        return 1
    }
}
