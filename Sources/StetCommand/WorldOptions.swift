import Glibc
import LuaKit
import StetScripting

/// The options about the world of Lua that a prompt or a script runs in.
struct WorldOptions {
    /// `require` looks in LuaRocks' trees, too.
    var searchesLuaRocks = false
    /// Neither Stet's variables nor the start-up file count.
    private(set) var ignoresSurroundings = false
    private var showsWarnings = false
    /// What random numbers begin with; nil: they differ from run to run.
    private var seed: Int?
    /// Bytes.
    private var memoryLimit = ScriptHost.usualMemory

    static let options: [OptionParser.Option] = [
        .flag("--luarocks"), .flag("--trust"), .flag("-E"), .flag("-W"), .value("--seed"),
        .value("--memory-limit"),
    ]

    /// The variables that Stet obeys.
    private static let variables = ["STET_HISTORY", "STET_LUAROCKS", "STET_PLUGIN_PATH"]

    /// - Returns: false if the option is none of these.
    mutating func take(_ name: String, _ text: String) throws(UsageError) -> Bool {
        switch name {
        case "--luarocks": searchesLuaRocks = true
        case "--trust": TrustForOneRun.grant()
        case "-E":
            ignoresSurroundings = true
            for variable in Self.variables { unsetenv(variable) }
        case "-W": showsWarnings = true
        case "--seed":
            guard let number = Int(text) else {
                throw UsageError("--seed takes a whole number, not \"\(text)\"")
            }
            seed = number
        case "--memory-limit": memoryLimit = try OptionParser.memoryLimit(text)
        default: return false
        }
        return true
    }

    /// Opens such a world. Whoever gets it closes it.
    func open() throws(LuaError) -> ScriptHost {
        let host = try ScriptHost(memoryLimit: memoryLimit)
        host.onNotice = { Output.error($0) }
        if searchesLuaRocks { host.searchesLuaRocks = true }
        if showsWarnings { host.showWarnings() }
        guard let seed else { return host }
        do throws(LuaError) {
            try host.seedRandom(seed)
        } catch {
            host.close()
            throw error
        }
        return host
    }
}
