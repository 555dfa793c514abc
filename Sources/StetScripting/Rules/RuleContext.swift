import LuaKit

/// The `ctx` of a rule: where its record is, and a way to report on fields.
final class RuleContext {
    let file: String
    weak var runner: LuaRunner?

    init(file: String) {
        self.file = file
    }

    static func register(on stack: LuaStack) {
        LuaType(
            RuleContext.self, name: "context", on: stack,
            methods: [
                (
                    "report",
                    { call in
                        let context = try call.object(1, as: RuleContext.self)
                        let field = try call.string(2)
                        guard call.count >= 3 else { throw call.bad(3, expected: "boolean") }
                        guard !call.stack.boolean(at: 3) else { return 0 }
                        let message = call.isNone(4) ? nil : try call.string(4)
                        try context.runner?.report(field: field, message: message)
                        return 0
                    }
                )
            ],
            metamethods: [
                (
                    "__index",
                    { call in
                        let context = try call.object(1, as: RuleContext.self)
                        let stack = call.stack
                        switch stack.string(at: 2) ?? "" {
                        case "file": stack.push(context.file)
                        case "record": stack.push(context.runner?.recordNumber ?? 0)
                        case "line": stack.push(context.runner?.lineNumber ?? 0)
                        case "mode": stack.push("check")
                        default: stack.pushNil()
                        }
                        return 1
                    }
                )
            ])
    }
}
