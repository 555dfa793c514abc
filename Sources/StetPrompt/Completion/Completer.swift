import LuaKit
import StetCore
import StetScripting
import StetSessions

/// Says how what is being typed at a prompt may go on. It runs nothing of the user's, changes
/// nothing, and never fails: where it cannot know, it has no candidates.
struct Completer {
    let bench: Bench

    var help: WordHelp { WordHelp(bench: bench) }

    /// - Parameters:
    ///   - entry: the whole entry, its earlier lines too.
    ///   - point: where the cursor stands, in bytes.
    func complete(
        _ entry: [UInt8], at point: Int, budget: CompletionBudget = CompletionBudget()
    ) -> Completion {
        let text = Array(entry.prefix(max(0, point)))
        if let name = CommandWords.name(of: text) {
            let commands = CommandCompleter(
                bench: bench, budget: budget, query: { lua($0, scope(.query), budget) },
                expression: { lua($0, scope(bench.session == nil ? .globals : .draft), budget) })
            return commands.complete(text, name: name)
        }
        return lua(text, scope(bench.session == nil ? .globals : .draft), budget)
    }

    private func scope(_ names: CompletionScope.Names) -> CompletionScope {
        let layout =
            names == .draft
            ? bench.session?.draft.layout : bench.table?.collection.layout
        return CompletionScope(names: names, layout: layout)
    }

    private func lua(
        _ text: [UInt8], _ scope: CompletionScope, _ budget: CompletionBudget
    ) -> Completion {
        do throws(LuaError) {
            let stack = try bench.host.state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(100)
            stack.push(bench.host.environment)
            let names = LuaNames(
                stack: stack, environment: stack.top, scope: scope, budget: budget)
            return LuaCompleter(names: names, table: bench.table, budget: budget).complete(text)
        } catch {
            // A world that was closed has no names.
            return .nothing(at: text.count)
        }
    }
}
