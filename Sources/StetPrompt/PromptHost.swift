import LuaKit
import StetScripting
import StetText

/// What a prompt works with: a Lua world, and where its words go.
package struct PromptHost {
    package var scripts: ScriptHost
    /// Names the program and its version.
    package var banner: String
    /// What is said.
    package var usesColor: Bool
    /// Results.
    package var colorsResults: Bool
    /// Results. Flushes what Lua code printed, first.
    package var output: ([UInt8]) -> Void
    /// Everything else.
    package var errorOutput: ([UInt8]) -> Void
    /// Whether whoever read the results has gone.
    package var isOutputClosed: () -> Bool
    /// What `stet doctor` finds, for `.doctor`.
    package var diagnosis: ((Style) -> String)?

    package init(
        scripts: ScriptHost, banner: String, usesColor: Bool, colorsResults: Bool = false,
        output: @escaping ([UInt8]) -> Void, errorOutput: @escaping ([UInt8]) -> Void,
        isOutputClosed: @escaping () -> Bool
    ) {
        self.scripts = scripts
        self.banner = banner
        self.usesColor = usesColor
        self.colorsResults = colorsResults
        self.output = output
        self.errorOutput = errorOutput
        self.isOutputClosed = isOutputClosed
    }

    var state: LuaState { scripts.state }
    /// The table that the entries' globals live in.
    var environment: LuaReference { scripts.environment }

    func write(_ text: String) { output(Array(text.utf8)) }
    func writeLine(_ text: String) { output(Array((text + "\n").utf8)) }
    func writeError(_ line: String) { errorOutput(Array((line + "\n").utf8)) }
}
