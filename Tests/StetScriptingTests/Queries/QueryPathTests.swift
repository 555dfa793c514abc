import LuaKit
import StetCore
import TestSupport
import Testing

@testable import StetScripting

/// Random queries of the kind that needs no Lua.
private struct QueryWriter {
    var random: SeededGenerator

    private mutating func one(of choices: [String]) -> String {
        choices[Int(random.next() % UInt64(choices.count))]
    }

    /// Mostly of one type, so that not every query is a mistake.
    mutating func number(_ depth: Int) -> String {
        guard depth > 0, random.next() % 3 > 0 else {
            return one(of: [
                "i", "i", "n", "n", "0", "1", "-1", "2", "7", "0.0", "2.5", "1e308", "0x10", "1e15",
                "9223372036854775807", "9007199254740993", "9223372036854775808", "#s", "s", "nil",
            ])
        }
        switch random.next() % 8 {
        case 0: return "-\(number(depth - 1))".replacingOccurrences("--", "- -")
        case 1: return "(\(number(depth - 1)))"
        case 2: return "(\(number(depth - 1)) and \(number(depth - 1)))"
        case 3: return "(\(condition(depth - 1)) and \(number(depth - 1)) or \(number(depth - 1)))"
        default:
            let symbol = one(of: ["+", "-", "*", "/", "//", "%"])
            return "\(number(depth - 1)) \(symbol) \(number(depth - 1))"
                .replacingOccurrences("--", "- -")
        }
    }

    private mutating func text() -> String {
        one(of: ["s", "s", "'b'", "\"\"", "'ä\\0z'", "b", "i"])
    }

    mutating func condition(_ depth: Int) -> String {
        let compare = one(of: ["==", "~=", "<", "<=", ">", ">="])
        guard depth > 0 else { return one(of: ["b", "true", "false", "nil", "s == nil", "i"]) }
        switch random.next() % 10 {
        case 0: return "not \(condition(depth - 1))"
        case 1: return "(\(condition(depth - 1)))"
        case 2: return "\(condition(depth - 1)) and \(condition(depth - 1))"
        case 3: return "\(condition(depth - 1)) or \(condition(depth - 1))"
        case 4: return "\(text()) \(compare) \(text())"
        case 5: return "\(number(depth - 1)) \(one(of: ["==", "~="])) nil"
        case 6:
            return
                "nil \(one(of: ["==", "~="])) \(one(of: ["i", "n", "s", "b", "nil", "(b or n)"]))"
        case 7: return "b \(one(of: ["==", "~="])) \(one(of: ["true", "false", "b", "s"]))"
        default: return "\(number(depth - 1)) \(compare) \(number(depth - 1))"
        }
    }

    private mutating func value(_ values: [Value]) -> CellReading {
        switch random.next() % 5 {
        case 0: .missing
        case 1: .illTyped
        default: .value(values[Int(random.next() % UInt64(values.count))])
        }
    }

    mutating func record() -> [String: CellReading] {
        [
            "i": value([.integer(0), .integer(-7), .integer(2), .integer(.max), .integer(.min)]),
            "n": value([
                .number(0), .number(-0.0), .number(2.5), .integer(2),
                .number(9_007_199_254_740_992),
                .number(-1e308), .number(9.223372036854775808e18),
            ]),
            "s": value([.text(""), .text("b"), .text("10"), .text("ä\0z"), .text("ä\0y")]),
            "b": value([.boolean(true), .boolean(false)]),
        ]
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        var (result, rest) = ("", self[...])
        while let found = rest.firstRange(of: old) {
            result += rest[..<found.lowerBound] + new
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}

@Suite("Queries by Lua and without")
struct QueryPathTests {
    @Test("Lua and Swift answer alike, whatever is asked of whatever record", arguments: 0..<8)
    func alike(seed: Int) throws {
        var writer = QueryWriter(random: SeededGenerator(seed: UInt64(seed)))
        let names = ["i", "n", "s", "b"]
        let layout = StetCore.Collection(
            source: MemorySource(columns: names.map { ByteString($0) }, records: [])
        ).layout
        let state = try LuaState()
        defer { state.close() }
        var answers: [Bool?: Int] = [:]
        for _ in 0..<250 {
            let text = writer.condition(4)
            let query = try Query(text, in: layout)
            #expect(query.isNative, "\(text)")
            let lua = try LuaQuery(query, names: names, in: state)
            for _ in 0..<8 {
                let record = writer.record()
                let readings = query.fields.map { record[$0] ?? .missing }
                let (native, byLua): (Bool?, Bool?)
                do { native = try query.holds(for: readings) } catch { native = nil }
                do {
                    byLua = try lua.wanted(among: [readings])[0]
                } catch is PredicateFailure {
                    byLua = nil
                }
                #expect(native == byLua, "\(text) of \(record)")
                answers[native, default: 0] += 1
            }
        }
        // All of true, false and a mistake were among them.
        #expect(answers.count == 3)
    }
}
