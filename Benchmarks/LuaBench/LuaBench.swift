import Glibc
import LuaKit

/// What crossings between Lua and the host cost, as ratios to what plain Lua does, and the cost
/// of a rule on a record. The loops that are compared take turns, and the best turn of each counts.
@main
struct LuaBench {
    static func main() throws {
        let state = try LuaState()
        defer { state.close() }
        let stack = try state.stack()
        let environment = try stack.trustedEnvironment()
        let owner = RecordOwner()
        let views = try LuaViews(
            on: stack, names: [Array("name".utf8), Array("weight".utf8)],
            past: "record %I is past", source: owner)

        let loops = try [
            // A C function that takes nothing and does next to nothing.
            Loop(
                "C function", "local f = coroutine.isyieldable for i = 1, N do f() end", stack,
                environment),
            Loop("host function", "for i = 1, N do nothing() end", stack, environment),
            Loop("table field", "for i = 1, N do local x = plain.weight end", stack, environment),
            Loop("view field", "for i = 1, N do local x = view.weight end", stack, environment),
        ]
        views.next(1)
        stack.push(environment)
        stack.pushFunction("nothing") { _ in 0 }
        stack.setField("nothing", of: stack.top - 1)
        views.pushCurrent()
        stack.setField("view", of: stack.top - 1)
        stack.pushTable()
        stack.push(120)
        stack.setField("weight", of: stack.top - 1)
        stack.setField("plain", of: stack.top - 1)
        stack.pop()

        var best = [Double](repeating: .infinity, count: loops.count)
        for _ in 0..<15 {
            for (index, loop) in loops.enumerated() {
                best[index] = min(best[index], try loop.nanoseconds(on: stack))
            }
        }
        for (loop, time) in zip(loops, best) { print("\(padded(loop.name))\(rounded(time)) ns") }
        print("")
        report("host function / C function", best[1] / best[0], target: 3.5)
        report("view field / table field", best[3] / best[2], target: 2.5)
        print("")
        try measureRules(stack, environment, owner)
    }

    /// A rule that reads two fields of a record, with the filling of the view and without.
    private static func measureRules(
        _ stack: LuaStack, _ environment: LuaReference, _ owner: RecordOwner
    ) throws {
        stack.push(environment)
        try stack.load(
            Array(
                """
                return function(context, record)
                    if record.weight < 0 and record.name == "" then return "no" end
                end
                """.utf8), name: "=rule", environment: stack.top)
        try stack.call(arguments: 0, results: 1)
        let rule = stack.reference(at: stack.top)
        stack.pop(2)
        stack.pushTable()
        let table = stack.reference(at: stack.top)
        stack.pop()
        var times: [Double] = []
        for rules in 1...2 {
            let driver = LuaDriver(owner: owner, contextObject: table, states: table)
            for _ in 0..<rules { driver.add(rule, as: .recordRule) }
            var best = Double.infinity
            for _ in 0..<400 {
                let start = now()
                let reason = owner.run(driver, on: stack)
                guard reason == nil, owner.failures == 0 else { throw BenchError.ruleFailed }
                best = min(best, (now() - start) / Double(RecordOwner.count))
            }
            times.append(best)
        }
        print("\(padded("a record, two fields, a rule"))\(rounded(times[0])) ns")
        print("\(padded("each further rule"))\(rounded(times[1] - times[0])) ns")
    }

    static func report(_ name: String, _ ratio: Double, target: Double) {
        print("\(padded(name))\(rounded(ratio)) (target: at most \(target))")
    }

    static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(1, 30 - text.count))
    }

    static func rounded(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// Nanoseconds of the processor time of this thread.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

enum BenchError: Error {
    case ruleFailed
}

/// Lua code that does one thing many times.
struct Loop {
    static let rounds = 1_000_000
    let name: String
    private let function: LuaReference

    init(_ name: String, _ code: String, _ stack: LuaStack, _ environment: LuaReference) throws {
        self.name = name
        let text = "local N, nothing, view, plain = ... " + code
        stack.push(environment)
        try stack.load(Array(text.utf8), name: "=\(name)", environment: stack.top)
        function = stack.reference(at: stack.top)
        self.environment = environment
        stack.pop(2)
    }

    private let environment: LuaReference

    func nanoseconds(on stack: LuaStack) throws -> Double {
        stack.push(environment)
        let table = stack.top
        stack.push(function)
        stack.push(Self.rounds)
        for name in ["nothing", "view", "plain"] { stack.pushField(name, of: table) }
        let start = LuaBench.now()
        try stack.call(arguments: 4, results: 0)
        let time = LuaBench.now() - start
        stack.pop()
        return time / Double(Self.rounds)
    }
}

/// Stands for a reader of records, which has two columns of them in memory.
///
/// Unsafe code: the arrays are allocated once and live as long as the process.
final class RecordOwner: LuaDriverOwner, LuaViewSource {
    static let count = 1024
    var failures = 0
    private let records: LuaRecords

    init() {
        let count = Self.count
        let name = Array("Banana".utf8)
        let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.count)
        _ = text.initialize(from: name)
        let extents = UnsafeMutablePointer<UInt32>.allocate(capacity: count + 1)
        for index in 0...count { (extents + index).initialize(to: UInt32(index * 2)) }
        let current = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        current.initialize(to: 0)
        func column(_ field: Int, _ kind: UInt8, _ word: (Int) -> UInt64) -> LuaColumn {
            let kinds = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            kinds.initialize(repeating: kind, count: count)
            let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
            for index in 0..<count { (words + index).initialize(to: word(index)) }
            return LuaColumn(field: field, kinds: kinds, words: words)
        }
        records = LuaRecords(
            count: count, firstNumber: 1,
            columns: [
                column(0, LuaColumn.Kind.text) { _ in UInt64(name.count) },
                column(1, LuaColumn.Kind.integer) { UInt64($0) },
            ],
            text: UnsafePointer(text.baseAddress ?? UnsafeMutablePointer.allocate(capacity: 1)),
            extents: extents, current: current)
    }

    func run(_ driver: LuaDriver, on stack: LuaStack) -> LuaError.Kind? {
        driver.run(on: stack, over: records)
    }

    func result(record: Int, work: Int, stack: LuaStack, first: Int) { failures += 1 }
    func failure(record: Int, work: Int, error: LuaError) { failures += 1 }
    func fill(_ stack: LuaStack, field: Int) -> LuaFill {
        stack.push(120)
        return .value
    }
    func unknownField(_ name: String) -> String { "there is no field \(name)" }
}
