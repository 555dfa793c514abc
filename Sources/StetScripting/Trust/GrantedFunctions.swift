import LuaKit

/// The functions of a plugin's rights, made once for a Lua state, in which they live as long as it
/// does, and put into an environment each time that the plugin is loaded.
package final class GrantedFunctions {
    private var all: [(table: String, name: String, function: LuaReference)] = []

    func add(
        _ name: String, to table: String, on stack: LuaStack, _ body: @escaping HostFunction
    ) {
        stack.pushFunction(name, body)
        all.append((table, name, stack.reference(at: -1)))
        stack.pop()
    }

    package func install(in environment: Int, of stack: LuaStack) {
        let environment = stack.absolute(environment)
        for (table, name, function) in all {
            stack.scope {
                if stack.pushField(table, of: environment) != .table {
                    stack.pop()
                    stack.pushTable(hash: 4)
                    stack.pushCopy(stack.top)
                    stack.setField(table, of: environment)
                }
                stack.push(function)
                stack.setField(name, of: stack.top - 1)
            }
        }
    }
}
