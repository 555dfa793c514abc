import LuaKit
import StetScripting
import StetText

/// The commands about the last error.
enum ErrorCommands {
    static let all: [Command] = [frames, trace]

    private static let frames: Command = .init(
        "frames", .typed, "show the calls that led to the last error, with their lines"
    ) { bench, text in
        try text.require(0...0, of: frames)
        let error = try lastError(bench)
        let style = bench.resultStyle
        bench.write(style.red(TerminalText.lines(EntryPlace.shown(error.description))) + "\n")
        var files: [String: [Substring]] = [:]
        for (number, call) in calls(error.traceback ?? "").enumerated() {
            bench.write("\(number + 1)  \(TerminalText.line(EntryPlace.shown(call.text)))\n")
            guard let line = call.line,
                let source = bench.record.source(of: call.chunk, line: line)
                    ?? fileLine(line, of: call.chunk, &files)
            else { continue }
            bench.write("   \(style.dim("│")) \(TerminalText.line(source))\n")
        }
    }

    private static let trace: Command = .init(
        "trace", .typed, "show the last error as Lua tells it, with all calls"
    ) { bench, text in
        try text.require(0...0, of: trace)
        let error = try lastError(bench)
        bench.write(EntryPlace.shown(TerminalText.lines(error.description)) + "\n")
        if let traceback = error.traceback {
            bench.write(EntryPlace.shown(lines(traceback)) + "\n")
        }
    }

    private static func lastError(_ bench: Bench) throws(CommandError) -> LuaError {
        guard let error = bench.lastError else { throw CommandError("there was no error yet") }
        return error
    }

    /// Indented by blanks: a tab would be shown as one.
    private static func lines(_ traceback: String) -> String {
        traceback.split(separator: "\n").map { line in
            line.first == "\t"
                ? "  " + TerminalText.line(String(line.dropFirst()))
                : TerminalText.line(String(line))
        }.joined(separator: "\n")
    }

    private struct Call {
        var text: String
        var chunk: String
        /// nil for functions of the host.
        var line: Int?
    }

    /// The calls of a traceback, the innermost first, without those of the host that say nothing.
    private static func calls(_ traceback: String) -> [Call] {
        traceback.split(separator: "\n").dropFirst().compactMap { line in
            let text = String(line).trimmed
            guard !text.isEmpty, text != "[C]: in ?", text != "(...tail calls...)" else {
                return nil
            }
            let place = text.firstRange(of: ": in ").map { text[..<$0.lowerBound] } ?? text[...]
            guard let colon = place.lastIndex(of: ":"),
                let number = Int(place[place.index(after: colon)...])
            else { return Call(text: text, chunk: "") }
            return Call(text: text, chunk: String(place[..<colon]), line: number)
        }
    }

    private static func fileLine(
        _ line: Int, of path: String, _ files: inout [String: [Substring]]
    ) -> String? {
        // That would be standard input.
        guard path != "-" else { return nil }
        if files[path] == nil {
            do {
                files[path] = String(decoding: try FileText.read(path), as: UTF8.self)
                    .split(separator: "\n", omittingEmptySubsequences: false)
            } catch {
                // It has gone, or is no file: then there is no line to show.
                files[path] = []
            }
        }
        guard let lines = files[path], lines.indices.contains(line - 1) else { return nil }
        return String(lines[line - 1])
    }
}
