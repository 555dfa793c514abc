import LuaKit
import StetScripting

/// Scripts and globals of the prompt's world.
extension Bench {
    /// Runs a script in this world; what it makes global stays.
    func runFile(_ path: String, _ arguments: [String]) throws {
        _ = try host.scripts.run(FileText.read(path), name: "@" + path, arguments: arguments)
    }

    /// The names and types of globals that are not the world's own, in order.
    func ownGlobals() throws(LuaError) -> [(name: String, type: String)] {
        let known = Set(given)
        return try globals().filter { !known.contains($0.name) }
    }

    func globals() throws(LuaError) -> [(name: String, type: String)] {
        let stack = try host.state.stack()
        return stack.scope {
            var names: [(name: String, type: String)] = []
            stack.push(host.environment)
            let environment = stack.top
            stack.pushNil()
            while stack.nextPair(of: environment) {
                if stack.type(at: -2) == .string, let name = stack.string(at: -2) {
                    names.append((name, stack.typeName(at: -1)))
                }
                stack.pop()
            }
            return names.sorted { $0.name < $1.name }
        }
    }
}
