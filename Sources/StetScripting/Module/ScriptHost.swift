import LuaKit
import StetCheck
import StetCore
import StetSessions
import StetStores
import Synchronization

/// A world for the user's own scripts: a trusted environment with `stet` in it.
package final class ScriptHost {
    package let state: LuaState
    /// The table that the script's globals live in.
    package let environment: LuaReference
    private let interrupter: Interrupter
    /// Set when `stet` is installed.
    var collections: CollectionModule?
    var stages: StageModule?
    /// Where the sheets and dialogs of the script appear.
    package let stage = Stage()
    /// Set with it.
    var lists: ListModule?
    let journalWriter = JournalWriter()
    /// Changes that are in no file stay in the journal when the host is closed.
    package var keepsEdits = false
    /// Gets what the user should know, a line at a time, while a script runs.
    package var onNotice: (String) -> Void = { _ in }
    /// What is before the person, if there is one: set by a prompt before anything runs.
    package var foreground: Foreground?
    /// Set with `stet`.
    var modules: LuaModules?
    /// What plugins have for the script; read when it first asks.
    package private(set) lazy var plugins: ScriptPlugins? = {
        do throws(LuaError) {
            return ScriptPlugins(state, on: try state.stack())
        } catch {
            // The world has ended: nothing is there any more.
            return nil
        }
    }()
    /// `require` looks in LuaRocks' trees, too.
    package var searchesLuaRocks = LuaRocks.isWanted

    /// Bytes that a script may hold, unless another limit is set.
    package static let usualMemory = 512 << 20

    /// - Parameter memoryLimit: bytes that the script may hold.
    package init(memoryLimit: Int = usualMemory) throws(LuaError) {
        var configuration = LuaState.Configuration()
        configuration.memoryLimit = memoryLimit
        state = try LuaState(configuration)
        let stack = try state.stack()
        environment = try stack.trustedEnvironment()
        interrupter = Interrupter(state.interrupter)
        // Makes this thread the one that signals reach.
        state.setCaps(call: 0, run: 0)
        ReportObject.register(on: stack)
        stack.push(environment)
        try ScriptModule(host: self).install(in: stack.top, of: stack)
        stack.pop()
        state.onWarning = { [weak self] in self?.onNotice("warning: " + $0) }
    }

    /// What Lua code warns of is told, as it is after `warn("@on")`.
    package func showWarnings() { state.showWarnings() }

    /// Begins the script's random numbers anew, so that a run can be repeated.
    package func seedRandom(_ seed: Int) throws(LuaError) {
        let stack = try state.stack()
        stack.push(environment)
        defer { stack.pop() }
        try stack.seedRandom(seed, environment: stack.top)
    }

    /// What the script committed, if its commits are held until it ends.
    package var commits: CommitQueue? { collections?.commits }

    /// What sheets and dialogs still wait for: answers that nobody gave, input that nothing took.
    /// In a batch run nobody will.
    /// Dialogs that no scripted input answers are answered with yes.
    package var assumesYes: Bool {
        get { stage.input.assumesYes }
        set { stage.input.assumesYes = newValue }
    }

    package var unfinishedDialogs: [String] { stages?.unfinished ?? [] }

    package func close() {
        stage.abandon()
        endEdits()
        state.close()
    }

    /// Runs a chunk.
    ///
    /// - Parameters:
    ///   - name: what messages call it, by Lua's custom: `@file` or `=name`.
    ///   - arguments: what the chunk gets as `…`.
    /// - Returns: what it returns.
    package func run(_ text: [UInt8], name: String, arguments: [String] = []) throws(LuaError)
        -> [LuaValue]
    {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(environment)
        try stack.load(Self.program(text), name: name, environment: stack.top)
        try stack.reserve(arguments.count)
        for argument in arguments { stack.push(argument) }
        try stack.call(arguments: arguments.count)
        return (base + 1..<stack.top).map { stack.value(at: $0 + 1) }
    }

    /// What the parser is to see of a file: neither a byte order mark nor a line for the shell.
    private static func program(_ text: [UInt8]) -> [UInt8] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
        return body.starts(with: Array("#!".utf8)) ? Array("--".utf8) + body : body
    }

    /// Has a module be loaded, and a global hold it, as the option `-l` does.
    package func require(_ module: String, as global: String) throws(LuaError) {
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(environment)
        stack.pushField("require", of: base + 1)
        stack.push(module)
        try stack.call(arguments: 1, results: 1)
        stack.setField(global, of: base + 1)
    }

    /// The modules that scripts required from files, in order.
    package var moduleNames: [String] { modules?.names ?? [] }

    /// Loads a module anew; if that fails, the old one stays.
    package func reload(_ module: String) throws {
        try modules?.reload(module, on: state.stack())
    }

    /// Sets the global `arg` as the stand-alone interpreter does.
    package func setArguments(_ arguments: [String], script: String) throws(LuaError) {
        let stack = try state.stack()
        stack.scope {
            stack.push(environment)
            stack.pushTable(array: arguments.count, hash: 1)
            stack.push(script)
            stack.setElement(0, of: stack.top - 1)
            for (index, argument) in arguments.enumerated() {
                stack.push(argument)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField("arg", of: stack.top - 1)
        }
    }

    /// Stops what runs, from any thread: Lua code, and a check that it waits for.
    package var interrupt: @Sendable () -> Void {
        let interrupter = interrupter
        return { interrupter.interrupt() }
    }

    /// Ties a check to the script, so that both stop together.
    func withStopper<Result>(_ body: (CheckEngine.Stopper) throws -> Result) rethrows -> Result {
        let stopper = CheckEngine.Stopper()
        interrupter.set(stopper)
        defer { interrupter.set(nil) }
        return try body(stopper)
    }

    private final class Interrupter: Sendable {
        private let lua: LuaInterrupter
        private let stopper = Mutex<CheckEngine.Stopper?>(nil)

        init(_ lua: LuaInterrupter) {
            self.lua = lua
        }

        func set(_ stopper: CheckEngine.Stopper?) {
            self.stopper.withLock { $0 = stopper }
        }

        func interrupt() {
            lua.interrupt()
            stopper.withLock { $0 }?.stop()
        }
    }
}
