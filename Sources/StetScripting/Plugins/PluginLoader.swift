import LuaKit

/// Runs plugins in one Lua state, each in a restricted environment of its own, and keeps what they
/// return until it is told to forget it.
final class PluginLoader {
    /// A plugin that has run.
    struct Loaded {
        /// What it returned.
        let table: LuaReference
        let environment: LuaReference
    }

    private unowned let module: RulesModule
    private var shelf: PluginShelf
    private var places: PluginPlaces { shelf.places }
    /// Processor time to load, in milliseconds: of the state's owner, for messages.
    private let loadLimit: Int
    private var loaded: [String: Loaded] = [:]
    /// The `require` of each plugin, made once: a function of the host lives as long as the state.
    private var requires: [String: LuaReference] = [:]
    private var modules: [String: LuaModules] = [:]
    /// What plugins were granted, made once likewise.
    private var granted: [String: GrantedFunctions] = [:]
    /// The modules of the project that plugins have required, by path.
    private(set) var sharedModules: [String] = []
    /// What random numbers begin with.
    var seed = 0

    init(_ module: RulesModule, _ shelf: PluginShelf, loadLimit: Int) {
        self.module = module
        self.shelf = shelf
        self.loadLimit = loadLimit
    }

    /// Whoever asks next gets plugins that run anew.
    func forget() {
        loaded.removeAll()
        modules.removeAll()
    }

    /// Plugins come from another shelf from now on; those at these paths stay as they have run.
    func take(from shelf: PluginShelf, keeping paths: Set<String>) {
        self.shelf = shelf
        loaded = loaded.filter { paths.contains($0.key) }
        modules = modules.filter { paths.contains($0.key) }
    }

    /// Makes `stet.text` and its kin of plugins answer for a runner's current record.
    func attach(_ runner: LuaRunner) {
        module.attach(runner)
    }

    /// The folder that the plugin's own files are in.
    static func root(of file: PluginFile) -> String {
        file.folder ?? file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? "/"
    }

    /// - Throws: why it does not run, beginning with where.
    ///
    /// - Parameter entry: whose rights it gets, once it has run.
    func load(
        _ file: PluginFile, rights entry: PluginEntry? = nil, on stack: LuaStack
    ) throws(RulesError) -> Loaded {
        if let known = loaded[file.path] { return known }
        let base = stack.top
        defer { stack.setTop(base) }
        let text = try text(of: file)
        do throws(LuaError) {
            let environment = try stack.restrictedEnvironment()
            stack.push(environment)
            module.install(in: base + 1, of: stack, isForPlugin: true)
            try stack.seedRandom(seed, environment: base + 1)
            // What may do more than others requires nothing that others may change.
            install(
                requireOf: file, within: entry?.confinement, environment, in: base + 1, of: stack)
            try stack.load(text, name: "@" + file.chunkName, environment: base + 1)
            stack.push(file.name)
            try stack.call(arguments: 1, results: 1)
            let new = Loaded(table: stack.reference(at: -1), environment: environment)
            if let plugin = entry?.plugin, !plugin.needs.isEmpty {
                let functions: GrantedFunctions
                if let known = granted[file.path] {
                    functions = known
                } else {
                    functions = try PluginRightsStatus.functions(for: plugin, on: stack)
                    granted[file.path] = functions
                }
                functions.install(in: base + 1, of: stack)
            }
            loaded[file.path] = new
            return new
        } catch {
            switch error.kind {
            case .timeLimit, .callLimit:
                throw RulesError(
                    "\(file.shown): loading took longer than \(Double(loadLimit) / 1000) s")
            case .memory: throw RulesError("\(file.shown): \(error.message)")
            default:
                let text = error.description + Self.hint(for: error)
                throw RulesError(text.hasPrefix(file.chunkName) ? text : "\(file.shown): \(text)")
            }
        }
    }

    /// What to do where a plugin looks for its rights too early.
    private static func hint(for error: LuaError) -> String {
        let early = ["nil value (global 'io')", "nil value (field 'getenv')", "(field 'run')"]
        return early.contains { error.message.contains($0) }
            ? "; what its needs grant is there when its members are called, not while it loads" : ""
    }

    private func text(of file: PluginFile) throws(RulesError) -> [UInt8] {
        switch shelf.text(file.path, below: Self.root(of: file)) {
        case .absent: throw RulesError("\(file.shown): the file is gone")
        case .refused(let reason): throw RulesError("\(file.shown) \(reason)")
        case .text(let text):
            guard String(validating: text, as: UTF8.self) != nil else {
                throw RulesError("\(file.shown) is not valid UTF-8, as Lua files are")
            }
            return text
        }
    }

    // MARK: Modules

    private func install(
        requireOf file: PluginFile, within confinement: Set<String>?, _ environment: LuaReference,
        in index: Int, of stack: LuaStack
    ) {
        let places = places
        var roots = file.folder.map { [$0] } ?? []
        if confinement == nil, let shared = places.modules { roots.append(shared) }
        modules[file.path] = LuaModules(
            environment: environment, roots: roots,
            reader: { [shelf, weak self] path, root in
                if let confinement, !confinement.contains(path) {
                    guard case .text = shelf.text(path, below: root) else { return .absent }
                    return .refused("is not among the files that the plugin was trusted with")
                }
                let text = shelf.text(path, below: root)
                if case .text = text, root == places.modules {
                    self?.sharedModules.append(places.shown(path))
                }
                return text
            },
            shown: { places.shown($0) })
        if requires[file.path] == nil {
            let path = file.path
            stack.pushFunction("require") { [weak self] call in
                guard let modules = self?.modules[path] else {
                    throw HostError("this plugin was loaded anew; what is left of it may not load")
                }
                return try modules.require(call)
            }
            requires[file.path] = stack.reference(at: -1)
            stack.pop()
        }
        guard let require = requires[file.path] else { return }
        stack.push(require)
        stack.setField("require", of: index)
    }
}

extension LuaStack {
    /// Gives `math.random` of an environment its first state, so that a run can be repeated.
    func seedRandom(_ seed: Int, environment: Int) throws(LuaError) {
        let base = top
        defer { setTop(base) }
        guard pushField("math", of: environment) == .table else { return }
        pushField("randomseed", of: top)
        push(seed)
        try call(arguments: 1, results: 0)
    }
}
