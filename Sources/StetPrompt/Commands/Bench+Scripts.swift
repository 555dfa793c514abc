import LuaKit
import StetScripting

/// Scripts and globals of the prompt's world.
extension Bench {
    /// Runs a script in this world; what it makes global stays.
    func runFile(_ path: String, _ arguments: [String]) throws {
        _ = try host.scripts.run(FileText.read(path), name: "@" + path, arguments: arguments)
    }

    /// The table in which an entry finds and makes its globals: in a session with its fields.
    func entryEnvironment() throws -> LuaReference {
        guard let session = foreground.sessions.last else { return host.environment }
        return try workspace.environment(of: session.session, in: session.table)
    }

    /// The names of globals that are not the world's own, in order, with what they hold in a line.
    func ownGlobals() throws(LuaError) -> [(name: String, text: String)] {
        let known = Set(given)
        var limits = ValuePrinter.Limits(width: max(20, (width ?? screen().columns) - 28))
        (limits.depth, limits.items, limits.characters) = (1, 8, 60)
        let stack = try host.state.stack()
        return try globalNames().filter { !known.contains($0) }.map { name throws(LuaError) in
            stack.scope {
                stack.push(host.environment)
                stack.pushField(name, of: stack.top)
                var printer = valuePrinter(stack, limits)
                let lines = printer.text(at: stack.top).split(
                    separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return (name, lines.count > 1 ? lines[0] + " …" : String(lines.first ?? ""))
            }
        }
    }

    func globalNames() throws(LuaError) -> [String] {
        let stack = try host.state.stack()
        return stack.scope {
            var names: [String] = []
            stack.push(host.environment)
            let environment = stack.top
            stack.pushNil()
            while stack.nextPair(of: environment) {
                if stack.type(at: -2) == .string, let name = stack.string(at: -2) {
                    names.append(name)
                }
                stack.pop()
            }
            return names.sorted()
        }
    }

    /// Prints values as this prompt does: what they say of themselves has little time.
    func valuePrinter(_ stack: LuaStack, _ limits: ValuePrinter.Limits) -> ValuePrinter {
        var printer = ValuePrinter(stack, limits: limits)
        printer.isStopped = { [sink] in sink.isInterrupted }
        printer.limitCalls = { [state = host.state] milliseconds in
            _ = state.setCaps(call: milliseconds, run: 0)
        }
        return printer
    }
}
