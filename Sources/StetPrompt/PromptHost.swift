import LuaKit

/// What a prompt works with: a Lua world, and where its words go.
package struct PromptHost {
    package var state: LuaState
    /// The table that the entries' globals live in.
    package var environment: LuaReference
    /// Stops whatever runs in the world; called from another thread.
    package var interrupt: @Sendable () -> Void
    /// Names the program and its version.
    package var banner: String
    package var usesColor: Bool
    /// Results. Flushes what Lua code printed, first.
    package var output: ([UInt8]) -> Void
    /// Everything else.
    package var errorOutput: ([UInt8]) -> Void
    /// Whether whoever read the results has gone.
    package var isOutputClosed: () -> Bool
    /// What still waits for a person when the input ends: dialogs without an answer.
    package var unfinished: () -> [String] = { [] }

    package init(
        state: LuaState, environment: LuaReference, interrupt: @escaping @Sendable () -> Void,
        banner: String, usesColor: Bool, output: @escaping ([UInt8]) -> Void,
        errorOutput: @escaping ([UInt8]) -> Void, isOutputClosed: @escaping () -> Bool
    ) {
        self.state = state
        self.environment = environment
        self.interrupt = interrupt
        self.banner = banner
        self.usesColor = usesColor
        self.output = output
        self.errorOutput = errorOutput
        self.isOutputClosed = isOutputClosed
    }

    func write(_ text: String) { output(Array(text.utf8)) }
    func writeLine(_ text: String) { output(Array((text + "\n").utf8)) }
    func writeError(_ line: String) { errorOutput(Array((line + "\n").utf8)) }
}
