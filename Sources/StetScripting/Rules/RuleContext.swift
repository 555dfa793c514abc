import LuaKit
import StetCheck
import StetCore

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
                        let name = stack.string(at: 2) ?? ""
                        if name == "file" {
                            stack.push(context.file)
                        } else if let runner = context.runner, let edited = runner.edited {
                            try push(name, of: edited(runner.record), on: stack)
                        } else {
                            push(name, of: context.runner, on: stack)
                        }
                        return 1
                    }
                )
            ])
    }

    private static func push(_ name: String, of runner: LuaRunner?, on stack: LuaStack) {
        switch name {
        case "record": stack.push(runner?.recordNumber ?? 0)
        case "line": stack.push(runner?.lineNumber ?? 0)
        case "mode": stack.push("check")
        default: stack.pushNil()
        }
    }

    /// The same names as in the `ctx` of a session's handlers. A record that is edited has no line.
    private static func push(_ name: String, of record: EditedRecord, on stack: LuaStack) {
        switch name {
        case "record": stack.push(record.number)
        case "mode": stack.push(record.originalKey == nil ? "add" : "edit")
        case "is_add": stack.push(record.originalKey == nil)
        case "original_key":
            if let key = record.originalKey {
                stack.push(key.parts.count == 1 ? key.parts[0].bytes : Array(key.description.utf8))
            } else {
                stack.pushNil()
            }
        default: stack.pushNil()
        }
    }
}
