import LuaKit
import Testing

@testable import StetScripting

/// Runs scripts that show sheets, dialogs and split views, and reads what they note.
final class StageScript {
    let host: ScriptHost

    /// Notes what it is given, as one line of the log.
    private static let prelude = """
        local log = {}
        local function note(...)
          local words = table.pack(...)
          for i = 1, words.n do words[i] = tostring(words[i]) end
          log[#log + 1] = table.concat(words, " ")
        end
        local function take() local taken = log; log = {}; return table.concat(taken, "\\n") end
        stet.on_event(function(name, ...) note(name, ...) end)

        """

    init() throws {
        host = try ScriptHost()
    }

    deinit {
        host.close()
    }

    /// The texts that a script returns; it has `note(…)` and `take()`, which gives the log of
    /// what was noted and of what happened since it was last taken.
    @discardableResult
    func run(_ script: String) throws -> [String] {
        try host.run(Array((Self.prelude + script).utf8), name: "=test").map { value in
            switch value {
            case .string(let bytes): String(decoding: bytes, as: UTF8.self)
            case .boolean(let flag): flag ? "true" : "false"
            case .integer(let number): String(number)
            case .nil: "nil"
            default: value.typeName
            }
        }
    }

    /// The same for a script of its own.
    static func run(_ script: String) throws -> [String] {
        try StageScript().run(script)
    }

    /// The message of what a script raises.
    static func error(_ script: String) throws -> String? {
        do {
            try StageScript().run(script)
            return nil
        } catch let error as LuaError {
            return error.message
        }
    }
}
