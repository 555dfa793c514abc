import LuaKit
import StetCore
import StetSessions

/// The plugins of a world for scripts: whatever names something of theirs there finds it here.
package final class ScriptPlugins {
    let names: PluginNames
    private let module: RulesModule
    private let state: LuaState
    private var shelf: PluginShelf
    /// What the files were when they were last looked at; nil: nobody has looked.
    private var stamps: [String: PluginStamp]?
    /// Hooks are called; a prompt wants them.
    package var callsHooks = false
    private var isInHook = false

    init(_ state: LuaState, on stack: LuaStack) {
        self.state = state
        shelf = PluginShelf(startingAt: "")
        module = RulesModule(on: stack)
        names = PluginNames(shelf, module, on: stack, loadLimit: RuleCaps().load)
    }

    package var inventory: PluginInventory { names.inventory }

    // MARK: Commands

    /// What plugins have for a prompt, in order.
    package var commands: [(command: PluginOffer.Command, plugin: PluginFile)] {
        inventory.entries.filter(\.isUsable).flatMap { entry in
            entry.offer.commands.map { ($0, entry.file) }
        }
    }

    /// Runs a command of a plugin: `run(text, collection)`.
    ///
    /// - Returns: the text that it gives, to be shown.
    /// - Throws: `PluginRefusal` for nil or false with a message.
    package func run(
        command name: String, _ text: String, over table: TableObject?
    ) throws -> [UInt8]? {
        guard let entry = inventory.owner(of: name, .commands) else {
            throw PluginRefusal("no plugin has the command \(name) any more")
        }
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        guard try names.push("run", of: name, in: "commands", of: entry, on: stack) else {
            throw PluginRefusal("the plugin \"\(entry.file.name)\" has no command \(name) any more")
        }
        stack.push(text)
        if let table { stack.push(object: table) } else { stack.pushNil() }
        try stack.call(arguments: 2, results: 2)
        if !stack.boolean(at: base + 1), let message = stack.bytes(at: base + 2) {
            throw PluginRefusal(String(decoding: message, as: UTF8.self))
        }
        switch stack.type(at: base + 1) {
        case .string: return stack.bytes(at: base + 1)
        case .number: return Array(stack.description(at: base + 1).utf8)
        default: return nil
        }
    }

    // MARK: Hooks

    /// Tells plugins that a collection was opened.
    ///
    /// - Returns: what went wrong, a line each.
    package func opened(_ table: TableObject) -> [String] {
        call("on_open") {
            $0.push(object: table); return 1
        }.problems
    }

    /// Asks plugins whether a collection may be committed.
    ///
    /// - Throws: why not.
    func beforeCommit(of table: TableObject, _ notes: inout [String]) throws(CollectionError) {
        guard !isInHook else {
            throw CollectionError(.impossible, "a hook is called for a commit; it may not commit")
        }
        let outcome = call("before_commit") { stack in
            stack.push(object: table)
            stack.push(
                object: DiffObject(
                    from: table.collection.committedSnapshot, to: table.collection.snapshot))
            return 2
        }
        notes += outcome.problems
        if let refusal = outcome.refusal { throw CollectionError(.refused, refusal) }
    }

    func afterCommit(of table: TableObject) -> [String] {
        call("after_commit") {
            $0.push(object: table); return 1
        }.problems
    }

    private func call(
        _ hook: String, _ push: (LuaStack) -> Int
    ) -> (problems: [String], refusal: String?) {
        guard callsHooks, !isInHook else { return ([], nil) }
        isInHook = true
        defer { isInHook = false }
        var problems: [String] = []
        for entry in inventory.entries
        where entry.isUsable && entry.offer.hooks.contains(hook) {
            do {
                let stack = try state.stack()
                let base = stack.top
                defer { stack.setTop(base) }
                guard try names.push(hook, of: hook, in: "hooks", of: entry, on: stack) else {
                    continue
                }
                try stack.call(arguments: push(stack))
                guard hook == "before_commit" else { continue }
                guard case .refused(let message) = HandlerCall.answer(stack, first: base + 1)
                else { continue }
                let refusal = "the plugin \"\(entry.file.name)\" refuses the commit"
                return (problems, refusal + (message.map { ": " + $0 } ?? ""))
            } catch {
                problems.append("plugin \"\(entry.file.name)\": \(hook): \(error)")
            }
        }
        return (problems, nil)
    }

    // MARK: Reloading

    /// Loads plugins anew whose files have changed. Where that fails, what was there stays.
    ///
    /// - Parameter all: also those that have not changed.
    /// - Returns: what was done, a line each.
    package func reloadChanged(all: Bool = false) -> [String] {
        let old = shelf
        let before = old.inventory
        let texts = old.readTexts
        let found = PluginFile.all(in: PluginPlaces(from: ""))
        let now = PluginStamp.all(of: Set(texts.keys).union(found.map(\.path)))
        defer { stamps = now }
        guard let stamps else { return [] }
        guard all || now != stamps else { return [] }
        let changed =
            all
            ? Set(texts.keys)
            : Set(now.keys.filter { now[$0] != stamps[$0] })
                .union(stamps.keys.filter { now[$0] == nil })
        let unchanged = texts.filter { !changed.contains($0.key) }
        var fresh = PluginShelf(startingAt: "", texts: unchanged)
        var lines: [String] = []
        var kept: [String: ModuleFile] = [:]
        func isTouched(_ entry: PluginEntry) -> Bool {
            let own = (entry.plugin?.texts.map(\.path) ?? []) + [entry.file.path]
            let shared = before.places.modules.map { $0 + "/" }
            return own.contains(where: changed.contains)
                || changed.contains { path in shared.map { path.hasPrefix($0) } ?? false }
        }
        var stays: Set<String> = []
        for entry in before.entries where entry.hiddenBy == nil {
            guard isTouched(entry) else {
                stays.insert(entry.file.path)
                continue
            }
            let name = "plugin \"\(entry.file.name)\""
            guard let new = fresh.inventory.plugin(named: entry.file.name) else {
                lines.append("\(name) is gone")
                continue
            }
            guard let failure = new.failure else {
                lines.append("\(name) was loaded anew")
                lines += new.problems
                continue
            }
            guard entry.isUsable, new.file.path == entry.file.path, let plugin = entry.plugin else {
                lines.append(failure)
                continue
            }
            lines.append("\(name) stays as it was: \(failure)")
            stays.insert(entry.file.path)
            for text in plugin.texts { kept[text.path] = texts[text.path] }
        }
        for entry in fresh.inventory.entries
        where entry.hiddenBy == nil && before.plugin(named: entry.file.name) == nil {
            lines.append(entry.failure ?? "plugin \"\(entry.file.name)\" was loaded")
        }
        if !kept.isEmpty {
            fresh = PluginShelf(startingAt: "", texts: unchanged.merging(kept) { $1 })
        }
        shelf = fresh
        names.take(from: fresh, keeping: stays)
        return lines
    }
}

/// Why a plugin did not do what it was asked for.
package struct PluginRefusal: Error, CustomStringConvertible {
    package var description: String

    init(_ message: String) {
        description = message
    }
}
