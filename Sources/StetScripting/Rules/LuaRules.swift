import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// The caps on a rules file's functions.
package struct RuleCaps: Sendable {
    /// Processor time of one call, in milliseconds.
    package var call = 1000
    /// Processor time to load the file, in milliseconds.
    package var load = 5000
    /// Bytes that a worker's rules may hold.
    package var memory = 64 << 20

    package init() {}
}

/// A rules file: its schema, and its text, which each worker loads into a world of its own.
package struct LuaRules: ScriptRules {
    package let schema: Schema
    /// What messages call the file.
    package let name: String
    private let text: [UInt8]
    private let caps: RuleCaps
    /// The plugins that the rules may use; nil: none.
    private let shelf: PluginShelf?
    /// How many functions the rules have, each time that they are loaded.
    private let functionCount: Int

    /// What the user should know: lifted caps that do not count.
    package private(set) var notes: [String] = []

    /// - Parameter shelf: the plugins that the rules may use.
    /// - Throws: `CheckError.rules` if the text is no Lua, raises, or returns no rules.
    package init(
        text: [UInt8], name: String, caps: RuleCaps = RuleCaps(), shelf: PluginShelf? = nil
    ) throws(CheckError) {
        let loaded = try Loaded(text, name: name, caps: caps, shelf: shelf)
        self.init(text: text, name: name, loaded, caps: caps, shelf: shelf)
    }

    /// Reads a rules file. Its `settings` may lower the caps; they raise them if the user trusts
    /// the file.
    ///
    /// - Parameter options: what the user says of the caps: that holds, whatever the settings say.
    package init(path: String, options: RuleSettings = RuleSettings()) throws(CheckError) {
        let text: [UInt8]
        do throws(StoreError) {
            text = try FileText.read(path)
        } catch {
            throw .store(error)
        }
        let trust = RulesTrust(path: path, text: text)
        // Plugins have the usual limits, whatever the rules may use.
        let shelf = PluginShelf(besideRules: path, caps: RuleCaps().replaced(by: options))
        let loaded = try Loaded(
            text, name: path, caps: trust.capsOfFirstLoad.replaced(by: options), shelf: shelf)
        let (caps, note) = trust.caps(asked: loaded.settings, options: options)
        self.init(text: text, name: path, loaded, caps: caps, shelf: shelf)
        if let note { notes = [note] }
    }

    private init(
        text: [UInt8], name: String, _ loaded: Loaded, caps: RuleCaps, shelf: PluginShelf?
    ) {
        self.text = text
        self.name = name
        self.caps = caps
        self.shelf = shelf
        schema = loaded.schema
        functionCount = loaded.functionCount
    }

    /// Rules that were loaded once, to see what they are.
    struct Loaded {
        let schema: Schema
        let settings: RuleSettings
        let functionCount: Int

        init(
            _ text: [UInt8], name: String, caps: RuleCaps, shelf: PluginShelf?
        ) throws(CheckError) {
            do {
                let world = try RulesWorld(text: text, name: name, caps: caps, shelf: shelf)
                defer { world.close() }
                let loaded = try world.load()
                schema = loaded.schema
                settings = loaded.settings
                functionCount = loaded.functions.count
            } catch let error as RulesError {
                throw .rules(error.description)
            } catch let error as LuaError {
                throw .rules(error.description)
            } catch {
                throw .rules(String(describing: error))
            }
        }
    }

    package func makeRunner(plan: CheckPlan, file: String, dialect: Dialect) throws(CheckError)
        -> any ScriptRunner
    {
        do {
            let world = try RulesWorld(text: text, name: name, caps: caps, shelf: shelf)
            world.functionCount = functionCount
            return try LuaRunner(source: .text(world), plan: plan, file: file, dialect: dialect)
        } catch let error as CheckError {
            throw error
        } catch {
            throw .rules(String(describing: error))
        }
    }
}

/// A Lua state of one worker, in which a rules file is loaded afresh as often as wanted.
final class RulesWorld {
    let state: LuaState
    private let text: [UInt8]
    private let name: String
    private let caps: RuleCaps
    private let module: RulesModule
    private let shelf: PluginShelf?
    /// What the rules find in plugins; nil: they have none.
    private var plugins: PluginNames?
    /// The `require` of the rules, made once: a function of the host lives as long as the state.
    private var require: LuaReference?
    /// How many functions there were when the rules were read first.
    var functionCount: Int?
    private var modules: LuaModules?

    init(text: [UInt8], name: String, caps: RuleCaps, shelf: PluginShelf?) throws {
        self.text = text
        self.name = name
        self.caps = caps
        self.shelf = shelf
        var configuration = LuaState.Configuration()
        configuration.memoryLimit = caps.memory
        state = try LuaState(configuration)
        let stack = try state.stack()
        module = RulesModule(on: stack)
        guard let shelf else { return }
        plugins = PluginNames(shelf, module, on: stack, loadLimit: caps.load) { [weak self] make in
            // Plugins that are tried have limits of their own.
            self?.state.setCaps(call: 0, run: 0)
            defer { self?.setCaps() }
            return make()
        }
        module.plugins = plugins
        stack.pushFunction("require") { [weak self] call in
            guard let modules = self?.modules else {
                throw HostError("these rules have been put away")
            }
            return try modules.require(call)
        }
        require = stack.reference(at: -1)
        stack.pop()
    }

    func close() {
        state.close()
    }

    /// Whether that is how Lua calls the rules' file. Of a long name it has the end alone.
    func isItself(_ chunk: String) -> Bool {
        chunk == name || chunk.hasPrefix("...") && name.hasSuffix(chunk.dropFirst(3))
    }

    /// Makes `stet.text` and its kin answer for the runner's current record.
    func attach(_ runner: LuaRunner) {
        module.attach(runner)
    }

    /// Runs the file in a fresh environment and reads what it returns.
    func load(seed: Int = 0) throws
        -> (schema: Schema, functions: [LuaReference], settings: RuleSettings)
    {
        let stack = try state.stack()
        let top = stack.top
        defer { stack.setTop(top) }
        plugins?.begin(seed: seed)
        isLoading = true
        setCaps()
        defer {
            isLoading = false
            plugins?.isLoading = false
            setCaps()
        }
        let environment = try stack.restrictedEnvironment()
        stack.push(environment)
        module.install(in: stack.top, of: stack)
        try stack.seedRandom(seed, environment: stack.top)
        install(requireIn: environment, at: stack.top, of: stack)
        // A first line that begins `#!` is for the shell.
        let body = text.starts(with: Array("#!".utf8)) ? Array("--".utf8) + text : text
        do {
            try stack.load(body, name: "@" + name, environment: stack.top)
            try stack.call(arguments: 0, results: 1)
        } catch let error {
            guard error.kind != .timeLimit else {
                throw RulesError(
                    "\(name): loading took longer than \(RuleSettings.seconds(caps.load)) s")
            }
            throw error
        }
        var reader = RulesReader(stack, name: name, plugins: plugins)
        let schema = try reader.read()
        if let functionCount, reader.functions.count != functionCount {
            throw RulesError("\(name): the rules do not return the same each time they are loaded")
        }
        return (schema, reader.functions, reader.settings)
    }

    private var isLoading = false

    private func setCaps() {
        state.setCaps(call: caps.call, run: isLoading ? caps.load : 0)
    }

    /// Plugins by name, then the modules of the project.
    private func install(requireIn environment: LuaReference, at index: Int, of stack: LuaStack) {
        guard let plugins, let shelf, let require else { return }
        modules = LuaModules(
            environment: environment, roots: shelf.places.modules.map { [$0] } ?? [],
            reader: { shelf.text($0, below: $1) },
            finder: { [weak plugins] in try plugins?.module($0, on: $1) },
            shown: { shelf.places.shown($0) })
        stack.push(require)
        stack.setField("require", of: index)
    }
}
