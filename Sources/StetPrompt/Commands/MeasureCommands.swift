import LuaKit
import StetScripting
import StetStores
import StetText

/// The commands about how long things take, and how much of a value is printed.
enum MeasureCommands {
    static let all: [Command] = [width, limits, time, measure]

    private static let width: Command = .init(
        "width", .output, usage: "[N|auto]", "how many columns results may take; 0 for no limit",
        arguments: [.words(["auto", "0", "80", "100", "120"])]
    ) { bench, text in
        try text.require(0...1, of: width)
        switch text.words.first?.text {
        case nil:
            bench.say(
                bench.width.map { $0 == 0 ? "there is no limit" : "\($0) columns" }
                    ?? "as the screen: \(bench.screen().columns) columns")
        case "auto": bench.width = nil
        case let word?:
            guard let number = Int(word), number >= 0 else {
                throw text.wrong(0, "a width is a number of columns, or auto")
            }
            bench.width = number
        }
    }

    private struct Limit {
        let name: String
        let path: WritableKeyPath<ValuePrinter.Limits, Int>
    }

    private static var known: [Limit] {
        [
            Limit(name: "depth", path: \.depth), Limit(name: "items", path: \.items),
            Limit(name: "characters", path: \.characters), Limit(name: "lines", path: \.lines),
            Limit(name: "bytes", path: \.bytes),
        ]
    }

    private static let limits: Command = .init(
        "limits", .output, usage: "[NAME N…|usual]", "how much of a printed value is shown",
        details: """
            depth: tables within tables; items: entries of one table; characters: of one text;
            lines and bytes: of the whole. Without anything the command that gives the present
            limits is printed. .full prints the last value whole.
            """,
        arguments: [.words(["depth", "items", "characters", "lines", "bytes", "usual"])]
    ) { bench, text in
        guard !text.words.isEmpty else {
            let parts = known.map { "\($0.name) \(bench.printerLimits[keyPath: $0.path])" }
            return bench.write(".limits " + parts.joined(separator: " ") + "\n")
        }
        if text.words.map(\.text) == ["usual"] {
            bench.printerLimits = ValuePrinter.Limits()
            return
        }
        var limits = bench.printerLimits
        for index in stride(from: 0, to: text.words.count, by: 2) {
            let name = text.words[index].text
            guard let limit = known.first(where: { $0.name == name }) else {
                let names = known.map(\.name)
                throw text.wrong(
                    index,
                    "a limit is \(English.list(names, joiner: "or"))"
                        + Suggestion.hint(for: name, among: names))
            }
            guard index + 1 < text.words.count, let number = Int(text.words[index + 1].text),
                number > 0, number <= 16 << 20
            else {
                throw text.wrong(
                    min(index + 1, text.words.count - 1), "a limit is a number above 0")
            }
            limits[keyPath: limit.path] = number
        }
        // A table in a table in a table takes stack.
        limits.depth = min(limits.depth, 200)
        limits.nodes = max(limits.nodes, min(500_000, limits.items))
        bench.printerLimits = limits
    }

    private static let time: Command = .init(
        "time", .typed, usage: "[on|off]", "say after each entry how long it took",
        details: """
            Time, processor time of all threads, what Lua holds more than before, and rows that
            were listed. What takes longer than a second says so without being asked.
            """, arguments: [.words(["on", "off"])]
    ) { bench, text in
        try text.require(0...1, of: time)
        switch text.words.first?.text {
        case nil: bench.showsTime.toggle()
        case "on": bench.showsTime = true
        case "off": bench.showsTime = false
        default: throw text.wrong(0, "on or off is wanted")
        }
        bench.say("times are \(bench.showsTime ? "shown" : "not shown")")
    }

    private static let measure: Command = .init(
        "bench", .typed, usage: "EXPR", "run an expression many times, and say how long it takes",
        details: """
            It runs for about a second. What it changes is one step of undo. Ctrl-C ends it.
            """, arguments: [.lua]
    ) { bench, text in
        guard !text.rest.isEmpty else { throw CommandError("usage: \(measure.synopsis)") }
        bench.write(try Measurement(of: text.rest, in: bench).text + "\n")
    }
}

/// How long an expression takes.
private struct Measurement {
    /// Nanoseconds a call, one for each batch, the least first.
    private var times: [Double] = []
    private var calls = 0
    private var growth = 0

    private static let batchTime: UInt64 = 20_000_000
    private static let wholeTime: UInt64 = 1_000_000_000

    init(of text: String, in bench: Bench) throws {
        let state = bench.host.state
        let stack = try state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(try bench.entryEnvironment())
        do throws(LuaError) {
            try stack.load(Array("return \(text)\n".utf8), name: "=bench", environment: base + 1)
        } catch {
            try stack.load(Array("\(text)\n".utf8), name: "=bench", environment: base + 1)
        }
        let began = MonotonicClock.now
        let memory = state.memoryUsed
        var batch = 1
        repeat {
            let start = MonotonicClock.now
            for _ in 0..<batch {
                stack.pushCopy(base + 2)
                try stack.call(arguments: 0, results: 0)
            }
            let taken = MonotonicClock.now - start
            calls += batch
            // Batches that are too short measure the clock.
            if taken < Self.batchTime, MonotonicClock.now - began < Self.wholeTime / 2 {
                batch *= 2
                times = [Double(taken) / Double(batch / 2)]
            } else {
                times.append(Double(taken) / Double(batch))
            }
        } while MonotonicClock.now - began < Self.wholeTime
        times.sort()
        growth = state.memoryUsed - memory
    }

    var text: String {
        let median = TimeText.text(nanoseconds: times[times.count / 2])
        let least = TimeText.text(nanoseconds: times[0])
        let held = growth >= 1 << 10 ? ", Lua holds \(growth >> 10) KiB more" : ""
        return "\(median) a call, at least \(least); \(English.count(calls, "call"))\(held)"
    }
}
