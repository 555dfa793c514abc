import LuaKit
import StetScripting
import StetText

/// What a prompt adds to Lua: `print` and `io.write` go where results go, and `help` tells of names
/// and values.
struct PromptFunctions {
    let bench: Bench

    /// - Throws: the world has ended.
    func install() throws(LuaError) {
        let stack = try bench.host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(20)
        stack.push(bench.host.environment)
        let environment = base + 1
        stack.pushFunction("help") { [unowned bench] call in
            bench.write(Self.help(call, bench))
            return 0
        }
        stack.setField("help", of: environment)
        try stack.load(Array(Self.writers.utf8), name: "=stet", environment: environment)
        stack.pushFunction("is_taken") { [sink = bench.sink] call in
            call.stack.push(sink.takesPrinted)
            return 1
        }
        stack.pushFunction("end_waiting") { [sink = bench.sink] _ in
            sink.endWaiting()
            return 0
        }
        stack.pushFunction("write") { [unowned bench] call in
            let bytes = call.stack.bytes(at: 1) ?? []
            bench.host.output(call.stack.boolean(at: 2) ? bench.shown(bytes) : bytes)
            return 0
        }
        try stack.call(arguments: 3, results: 0)
        try bench.noteGivenGlobals()
    }

    /// What is printed as text cannot act on a terminal; what `io.write` writes is the script's own
    /// affair, and goes there as it is.
    private static let writers = """
        local is_taken, end_waiting, write = ...
        local print, tostring, concat, pack = print, tostring, table.concat, table.pack
        local io_write, output, stdout = io.write, io.output, io.stdout
        local error, type = error, type
        _G.print = function(...)
          if not is_taken() then return print(...) end
          local parts = pack(...)
          for index = 1, parts.n do parts[index] = tostring(parts[index]) end
          write(concat(parts, "\\t", 1, parts.n) .. "\\n", true)
        end
        io.write = function(...)
          local parts = pack(...)
          for index = 1, parts.n do
            local kind = type(parts[index])
            if kind ~= "string" and kind ~= "number" then
              local reason = "(string expected, got " .. kind .. ")"
              error("bad argument #" .. index .. " to 'write' " .. reason, 2)
            end
          end
          if not is_taken() or output() ~= stdout then return io_write(...) end
          write(concat(parts, "", 1, parts.n), false)
          return stdout
        end
        -- Whoever is to answer, or another program, wants to see what was written so far.
        local function showing(original)
          return function(...)
            end_waiting()
            return original(...)
          end
        end
        io.read, io.lines, io.popen = showing(io.read), showing(io.lines), showing(io.popen)
        os.execute = showing(os.execute)
        """

    private static func help(_ call: LuaCall, _ bench: Bench) -> String {
        let words = WordHelp(bench: bench)
        if call.count == 0 { return words.overview }
        if call.stack.type(at: 1) == .string, let name = call.stack.string(at: 1) {
            let text = words.text(on: name)
            guard text.isEmpty else { return text }
            return "nothing is known of \(TerminalText.line(name))"
                + Suggestion.hint(for: name, among: words.names) + "\n"
        }
        return words.text(onValueAt: 1, of: call.stack)
    }
}

extension Bench {
    /// Bytes that were printed as text: for a screen with their control characters shown.
    func shown(_ bytes: [UInt8]) -> [UInt8] {
        guard sink.isOnScreen else { return bytes }
        let isPlain = bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 9 || $0 == 10 }
        if isPlain { return bytes }
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
            line.split(separator: 9, omittingEmptySubsequences: false)
                .map { SafeText.escaped(Array($0)) }.joined(separator: "\t")
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
