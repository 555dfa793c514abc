import StetCore
import Testing

@testable import StetStores

@Suite("Encodings")
struct EncodingTests {
    private func utf16(_ text: String, isLittle: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittle ? pair : pair.reversed()
        }
    }

    @Test("An invalid byte is one failure of its cell, which keeps it")
    func invalid() throws {
        var bytes = Array("id,name\n1,caf".utf8) + [0xE9, 0xE9]
        bytes += Array(",\n2,ok é 🍌\n3,".utf8) + [0xED, 0xA0, 0x80, 0x0A]
        let found = try reading(of: bytes)
        #expect(found.codes == ["encoding", "csv.ragged", "encoding"].sortedLike(found.codes))
        let encoding = found.failures.filter { $0.code == "encoding" }
        #expect(encoding.map(\.position.offset) == [13, bytes.count - 4])
        #expect(encoding[0].position == Position(offset: 13, line: 2, column: 6))
        #expect(found.records[0][1].bytes == Array("caf".utf8) + [0xE9, 0xE9])
    }

    @Test("All of UTF-8 is valid, and nothing else", arguments: [0, 1, 31, 61, 62, 63])
    func utf8(padding: Int) throws {
        func isValid(_ bytes: [UInt8]) throws -> Bool {
            let pad = [UInt8](repeating: UInt8(ascii: "x"), count: padding)
            return try reading(of: Array("a\n".utf8) + pad + bytes + [0x0A]).failures.isEmpty
        }
        for good in [
            "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10FFFF}",
        ] {
            #expect(try isValid(Array(good.utf8)))
        }
        let bad: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x8D],
        ]
        for bytes in bad { #expect(try !isValid(bytes), "\(bytes)") }
    }

    @Test("A mark is not part of the first name, quoted or not")
    func byteOrderMark() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("\"id\",name\n1,a\n".utf8)
        let found = try reading(of: bytes)
        #expect(found.columns == ["id", "name"])
        #expect(found.starts == [Position(offset: 13, line: 2, column: 1)])
    }

    @Test("UTF-16 is read by its mark, and places are the file's bytes", arguments: [true, false])
    func utf16(isLittle: Bool) throws {
        let bytes = utf16("id,näme\n1,\"a\n🍌\",x\n2,b\n", isLittle: isLittle)
        let found = try reading(of: bytes)
        #expect(found.columns == ["id", "näme"])
        #expect(found.texts == [["1", "a\n🍌", "x"], ["2", "b"]])
        #expect(found.starts.map(\.line) == [2, 4])
        // Behind the mark, 8 units; then 12 with the pair of the banana.
        #expect(found.starts.map(\.offset) == [2 + 16, 2 + 16 + 22])
        let extra = found.failures[0].position
        #expect(extra == Position(offset: 2 + 16 + 18, line: 3, column: 9))
    }

    @Test("UTF-16 can be declared; a lone surrogate is a failure")
    func loneSurrogate() throws {
        var options = DialectOptions()
        options.encoding = .utf16BigEndian
        var bytes = utf16("a,b\n1,x", isLittle: false, mark: false)
        bytes += [0xD8, 0x00] + utf16("\n2,y\n", isLittle: false, mark: false) + [0x00]
        let found = try reading(of: bytes, options: options)
        #expect(found.texts[0] == ["1", "x\u{FFFD}"])
        #expect(found.codes.filter { $0 == "encoding" }.count == 2)
        #expect(found.failures[0].position == Position(offset: 14, line: 2, column: 7))
    }

    @Test("Latin-1 and Windows-1252 are read when declared, and places are the file's bytes")
    func latin() throws {
        var options = DialectOptions()
        options.encoding = .latin1
        let bytes = Array("a,b\n".utf8) + [0xE9, 0xE9, 0x2C, 0x80, 0x2C, 0x78, 0x0A, 0x31, 0x0A]
        let latin = try reading(of: bytes, options: options)
        #expect(latin.texts == [["éé", "\u{80}", "x"], ["1"]])
        #expect(latin.failures.map(\.position.offset) == [9, 11])
        #expect(latin.failures[0].position.column == 6)
        options.encoding = .windows1252
        let windows = try reading(of: bytes, options: options)
        #expect(windows.texts[0] == ["éé", "€", "x"])
        let free = try reading(of: Array("a,b\n1,".utf8) + [0x81, 0x0A], options: options)
        #expect(free.codes == ["encoding"])
        #expect(free.texts == [["1", "\u{FFFD}"]])
    }

    @Test("Long transcoded files keep their places")
    func longTranscoded() throws {
        let rows = (0..<30_000).map { "\($0),é🍌\n" }.joined()
        let bytes = utf16("a,b\n" + rows, isLittle: true)
        let found = try reading(of: bytes, chunkSize: 100_000)
        #expect(found.records.count == 30_000)
        #expect(found.failures.isEmpty)
        let last = try #require(found.starts.last)
        #expect(last.line == 30_001)
        #expect(last.offset == bytes.count - 2 * "29999,é🍌\n".utf16.count)
    }
}

extension Array where Element == String {
    /// These strings in the order in which `other` has them, if it has the same.
    fileprivate func sortedLike(_ other: [String]) -> [String] {
        sorted() == other.sorted() ? other : self
    }
}
