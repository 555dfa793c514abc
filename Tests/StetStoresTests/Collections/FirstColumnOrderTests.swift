import StetCore
import TestSupport
import Testing

@testable import StetStores

/// What is told from the bytes of records must be what their cells say.
@Suite("The order of a file's first column")
struct FirstColumnOrderTests {
    private func findings(_ text: String, sizeForTwo: Int = 8 << 20) throws -> [[UInt8]]? {
        let path = try temporaryFile(Array(text.utf8))
        defer { remove(path) }
        let source = try TableSource(path: path)
        var pass = RecordIndexPass(
            source: source.table.source, dialect: source.dialect, width: source.columns.count,
            ordersFirstColumn: true)
        pass.sizeForTwo = sizeForTwo
        let result = try pass.findings(from: source.table.bodyOffset).firstColumn
        // Nothing is said that the cells do not bear out.
        if let result {
            var before: [UInt8] = []
            for record in 0..<source.recordCount {
                let text = try #require(try source.cell(record: record, column: 0)).text.bytes
                #expect(AscendingTexts.isLess(before, text))
                #expect(text.first.map { result.starts[Int($0)] } == true)
                before = text
            }
            #expect(result.last == before)
        }
        return result.map { [$0.first, $0.last] }
    }

    @Test("Numbers, times and long texts ascend, on one thread and on two")
    func ascending() throws {
        let keys: [(Int) -> String] = [
            { "\($0 + 1)" }, { "2024-01-01T00:\($0 + 1000)" },
            { "a key that is longer than eight bytes \($0 + 100_000)" },
        ]
        for key in keys {
            for end in ["\n", "\r\n"] {
                var text = "id,name,note" + end
                for number in 0..<500 {
                    let note = number % 7 == 0 ? "\"two\nlines, \"\"quoted\"\"\"" : "plain"
                    text += "\(key(number)),n\(number),\(note)" + end
                }
                let expected = [key(0), key(499)].map { Array($0.utf8) }
                for (text, size) in [(text, 8 << 20), (text, 64), (String(text.dropLast()), 64)] {
                    #expect(try findings(text, sizeForTwo: size) == expected)
                }
            }
        }
    }

    @Test("Two that are equal, out of order, empty or quoted are seen wherever they stand")
    func notAscending() throws {
        for place in [0, 1, 17, 250, 251, 498, 499] {
            for odd in ["", "\"\(place + 1)\"", "x\"y", place == 0 ? "3" : "\(place)"] {
                var text = "id,name\n"
                for number in 0..<500 {
                    text += (number == place ? odd : "\(number + 1)") + ",name\n"
                }
                for size in [64, 8 << 20] {
                    #expect(try findings(text, sizeForTwo: size) == nil, "\(odd) at \(place)")
                }
            }
        }
    }

    @Test("Single columns, lone carriage returns and keys of any length get no wrong answer")
    func random() throws {
        var random = SeededGenerator(seed: 41)
        var known = 0
        for _ in 0..<300 {
            var text = "id\(Bool.random(using: &random) ? ",b" : "")\n"
            var number = Int.random(in: 0...12, using: &random)
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                number += Int.random(in: 0...30, using: &random) == 0 ? 0 : 1
                var key = String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
                if Int.random(in: 0...60, using: &random) == 0 {
                    key = String(repeating: "z", count: Int.random(in: 50...80, using: &random))
                }
                text += key + (Int.random(in: 0...2, using: &random) == 0 ? ",b" : "")
                text += Int.random(in: 0...80, using: &random) == 0 ? "\r" : "\n"
            }
            if try findings(text, sizeForTwo: 64) != nil { known += 1 }
        }
        #expect(known > 30)
    }
}
