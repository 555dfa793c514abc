import LuaKit
import StetText

/// What one Lua state finds by name in plugins: validators, types, and plugins as modules.
final class PluginNames {
    private var shelf: PluginShelf
    let loader: PluginLoader
    /// Runs something that takes processor time of its own, which no cap of the state counts.
    private let uncapped: (() -> PluginInventory) -> PluginInventory
    /// Rules are being loaded.
    var isLoading = false
    /// Why plugins that the rules required cannot be used.
    private(set) var requiredInVain: [String] = []

    init(
        _ shelf: PluginShelf, _ module: RulesModule, on stack: LuaStack, loadLimit: Int,
        uncapped: @escaping (() -> PluginInventory) -> PluginInventory = { $0() }
    ) {
        self.shelf = shelf
        self.uncapped = uncapped
        loader = PluginLoader(module, shelf, loadLimit: loadLimit)
        FailedPlugin.register(on: stack)
        PluginMaker.register(on: stack)
    }

    /// Rules load now: whatever they name is run anew.
    func begin(seed: Int) {
        loader.forget()
        requiredInVain = []
        loader.seed = seed
        isLoading = true
    }

    /// Plugins come from another shelf from now on; those at these paths stay as they have run.
    func take(from shelf: PluginShelf, keeping paths: Set<String>) {
        self.shelf = shelf
        loader.take(from: shelf, keeping: paths)
    }

    var inventory: PluginInventory {
        shelf.knownInventory ?? uncapped { [shelf] in shelf.inventory }
    }

    /// What a plugin returned, with the rights that it was granted.
    func load(_ entry: PluginEntry, on stack: LuaStack) throws(RulesError) -> PluginLoader.Loaded {
        if let failure = entry.failure { throw RulesError(failure) }
        return try loader.load(entry.file, rights: entry, on: stack)
    }

    // MARK: Validators

    /// Pushes the validator of a name: a function, or what makes one.
    ///
    /// - Returns: whose it is; nil, and nothing is pushed: no plugin has one.
    func push(validator name: String, on stack: LuaStack) throws(RulesError) -> PluginEntry? {
        guard let entry = inventory.owner(of: name, .validators) else { return nil }
        let loaded = try load(entry, on: stack)
        let base = stack.top
        stack.push(loaded.table)
        stack.pushField("validators", of: base + 1)
        guard stack.type(at: -1) == .table else { throw changed(entry, base, stack) }
        if stack.pushField(name, of: stack.top) == .table {
            let table = stack.top
            if stack.pushField("make", of: table) == .function {
                let make = stack.reference(at: -1)
                stack.setTop(base)
                stack.push(object: PluginMaker(name, file: entry.file.shown, make: make))
                return entry
            }
            stack.setTop(table)
            stack.pushField("validate", of: table)
        }
        guard stack.type(at: -1) == .function else { throw changed(entry, base, stack) }
        stack.insert(base + 1)
        stack.setTop(base + 1)
        return entry
    }

    /// Pushes the type's table and, below it, the plugin's.
    ///
    /// - Returns: whose it is; nil, and nothing is pushed: no plugin has one.
    func push(type name: String, on stack: LuaStack) throws(RulesError) -> PluginEntry? {
        guard let entry = inventory.owner(of: name, .types) else { return nil }
        let loaded = try load(entry, on: stack)
        let base = stack.top
        stack.push(loaded.table)
        stack.pushField("types", of: base + 1)
        guard stack.type(at: -1) == .table, stack.pushField(name, of: stack.top) == .table else {
            throw changed(entry, base, stack)
        }
        stack.remove(base + 2)
        return entry
    }

    /// Pushes a function of a plugin: the member `name` of its table `member`, or the field
    /// `function` of that.
    ///
    /// - Parameter plain: which of the functions it is where there is one instead of a table; nil:
    ///   any.
    /// - Returns: false, and nothing is pushed: there is no such function.
    func push(
        _ function: String, plain: String? = nil, of name: String, in member: String,
        of entry: PluginEntry,
        on stack: LuaStack
    ) throws(RulesError) -> Bool {
        let loaded = try load(entry, on: stack)
        let base = stack.top
        stack.push(loaded.table)
        guard stack.pushField(member, of: base + 1) == .table else {
            stack.setTop(base)
            return false
        }
        var isMeant = true
        if stack.pushField(name, of: base + 2) == .table {
            stack.pushField(function, of: base + 3)
        } else {
            isMeant = plain == nil || plain == function
        }
        guard isMeant, stack.type(at: -1) == .function else {
            stack.setTop(base)
            return false
        }
        stack.insert(base + 1)
        stack.setTop(base + 1)
        return true
    }

    private func changed(_ entry: PluginEntry, _ base: Int, _ stack: LuaStack) -> RulesError {
        stack.setTop(base)
        return RulesError(
            "\(entry.file.shown): the plugin does not return the same each time that it is loaded")
    }

    // MARK: What failed

    /// What is to be said where nothing has a name, if that may be because a plugin failed.
    func excuse(for name: String, _ kind: PluginInventory.Kind) -> String? {
        inventory.excuse(for: name, kind)
    }

    /// Pushes what stands in for something that is not there because of a plugin that failed.
    func push(failure message: String, on stack: LuaStack) {
        stack.push(object: FailedPlugin(message, self))
    }

    /// A plugin as a module: what it returned; nil: there is none of that name.
    func module(_ name: String, on stack: LuaStack) throws -> LuaValue? {
        // Asked for a module that is no plugin, none is read.
        guard name.isIdentifier, shelf.files.contains(where: { $0.name == name }),
            let entry = inventory.plugin(named: name)
        else {
            return nil
        }
        if let failure = entry.failure {
            let message = "the plugin \"\(name)\" cannot be used: \(failure)"
            guard isLoading else { throw HostError(message) }
            requiredInVain.append(message)
            push(failure: message, on: stack)
            defer { stack.pop() }
            return stack.value(at: -1)
        }
        return .table(try load(entry, on: stack).table)
    }
}
