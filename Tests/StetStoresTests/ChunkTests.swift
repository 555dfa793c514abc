import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetStores

@Suite("Chunks")
struct ChunkTests {
    static let isLong = ProcessInfo.processInfo.environment["STET_LONG"] != nil

    /// Bytes that are hard to read as a table.
    static func nasty(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
        let few = Array("\",\n\r\"ab".utf8)
        let some = Array("a,b,\n\"".utf8)
        let pieces: [[UInt8]] = [
            Array("\"x,y\"".utf8), Array("\"\"".utf8), Array("\r\n".utf8), Array("\r\r\n".utf8),
            Array("a,b\n".utf8), Array("\",\"".utf8), Array("\"\n".utf8), [0], [0xC3],
            Array("é".utf8), Array("\"open\n".utf8), Array("\"a\" b".utf8),
            Array(String(repeating: "long ", count: 30).utf8),
        ]
        var bytes: [UInt8] = []
        let style = Int.random(in: 0..<4, using: &random)
        while bytes.count < count {
            switch style {
            case 0: bytes.append(few.randomElement(using: &random)!)
            case 1: bytes += pieces.randomElement(using: &random)!
            case 2:
                bytes += pieces.randomElement(using: &random)!
                bytes.append(some.randomElement(using: &random)!)
            default:
                // Mostly well formed, with rare accidents.
                let cell = ["1", "\"q,q\"", "\"two\nlines\"", "plain text", "\"a\"\"b\"", ""]
                bytes += Array(cell.randomElement(using: &random)!.utf8)
                bytes.append(Bool.random(using: &random) ? 0x2C : 0x0A)
                if Int.random(in: 0..<60, using: &random) == 0 {
                    bytes += pieces.randomElement(using: &random)!
                }
            }
        }
        return bytes
    }

    @Test("Chunks of any size read as one chunk does")
    func anySize() throws {
        var options = DialectOptions()
        options.delimiter = UInt8(ascii: ",")
        options.quote = .some(UInt8(ascii: "\""))
        options.hasHeader = true
        for seed in 0..<(Self.isLong ? 20_000 : 150) {
            var random = SeededGenerator(seed: UInt64(seed))
            let count = Int.random(in: 1...600, using: &random)
            let bytes = Self.nasty(&random, count: count)
            options.hasHeader = Bool.random(using: &random)
            let path = try temporaryFile(bytes)
            defer { remove(path) }
            let whole = try reading(ofFile: path, options: options)
            for size in [1, 2, 7, 64, 65, 100, 256] {
                let cut = try reading(ofFile: path, options: options, chunkSize: size)
                let found = difference(cut, whole)
                try #require(found == nil, "seed \(seed), chunks of \(size)")
            }
        }
    }

    @Test("The same holds of UTF-16 and Latin-1")
    func anySizeTranscoded() throws {
        var options = DialectOptions()
        options.delimiter = UInt8(ascii: ",")
        options.quote = .some(UInt8(ascii: "\""))
        for seed in 0..<(Self.isLong ? 5_000 : 50) {
            var random = SeededGenerator(seed: UInt64(seed))
            let count = Int.random(in: 2...400, using: &random)
            let text = Self.nasty(&random, count: count)
            options.encoding = TextEncoding.allCases[seed % TextEncoding.allCases.count]
            var bytes = text
            if options.encoding == .utf16LittleEndian || options.encoding == .utf16BigEndian {
                bytes = []
                let isLittle = options.encoding == .utf16LittleEndian
                var units = text.map(UInt16.init)
                for _ in 0..<5 {
                    let place = Int.random(in: 0...units.count, using: &random)
                    units.insert(contentsOf: [0xD83C, 0xDF4C], at: place)
                    units.insert(UInt16.random(in: 0xD800...0xDFFF, using: &random), at: 0)
                }
                for unit in units {
                    let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                    bytes += isLittle ? pair : pair.reversed()
                }
            }
            let path = try temporaryFile(bytes)
            defer { remove(path) }
            let whole = try reading(ofFile: path, options: options)
            for size in [1, 2, 9, 64, 130] {
                let cut = try reading(ofFile: path, options: options, chunkSize: size)
                let found = difference(cut, whole)
                try #require(found == nil, "seed \(seed), chunks of \(size)")
            }
        }
    }

    @Test("Every physical line and offset is the file's own")
    func positions() throws {
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
            let bytes = Self.nasty(&random, count: Int.random(in: 1...500, using: &random))
            var options = DialectOptions()
            options.delimiter = UInt8(ascii: ",")
            options.hasHeader = false
            let found = try reading(of: bytes, options: options, chunkSize: 50)
            for position in found.starts + found.failures.map(\.position) {
                var line = 1
                var lineStart = 0
                for index in 0..<position.offset {
                    let isLoneReturn =
                        bytes[index] == 0x0D
                        && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
                    if bytes[index] == 0x0A || isLoneReturn {
                        line += 1
                        lineStart = index + 1
                    }
                }
                try #require(position.line == line, "seed \(seed)")
                try #require(position.column == position.offset - lineStart + 1, "seed \(seed)")
            }
        }
    }

    @Test("A cut is the first record start at or after each multiple of the chunk's size")
    func cuts() throws {
        let path = try temporaryFile(Array("a,b\n1,2\n3,4\n5,\"6\n7\"\n8,9\n".utf8))
        defer { remove(path) }
        let table = try TableFile(path: path, chunkSize: 8)
        let chunk = Chunk()
        var starts: [Int] = []
        var last: [Bool] = []
        while try table.nextChunk(into: chunk) {
            starts.append(chunk.fileOffset)
            last.append(chunk.isLast)
        }
        #expect(starts == [4, 8, 20])
        #expect(last == [false, false, true])
    }

    @Test("A cell longer than a chunk is read whole, and in bounded memory otherwise")
    func longCells() throws {
        let quoted = String(repeating: "x\n", count: 3 << 20)
        let plain = String(repeating: "y", count: 3 << 20)
        let text = "a,b\n1,\"\(quoted)\"\n2,\(plain)\n3,4\n"
        let path = try temporaryFile(Array(text.utf8))
        defer { remove(path) }
        let found = try reading(ofFile: path, chunkSize: 1 << 20)
        #expect(found.records.map { $0[1].bytes.count } == [6 << 20, 3 << 20, 1])
        #expect(found.starts.map(\.line) == [2, 3 + 3 << 20, 4 + 3 << 20])
        #expect(found.failures.isEmpty)
    }

    @Test("An unclosed quote does not make a chunk of all that follows")
    func unclosedIsBounded() throws {
        let lines = String(repeating: "1,some text\n", count: 400_000)
        let path = try temporaryFile(Array(("a,b\n1,\"open\n" + lines).utf8))
        defer { remove(path) }
        let table = try TableFile(path: path, chunkSize: 1 << 18)
        let chunk = Chunk()
        var records = 0
        while try table.nextChunk(into: chunk) {
            #expect(chunk.count < 1 << 19)
            records += chunk.records
        }
        #expect(records == 400_001)
    }

    @Test("A cell of 100 MB is read", .timeLimit(.minutes(1)))
    func hundredMegabytes() throws {
        let size = 100 << 20
        var bytes = Array("id,text\n1,\"".utf8)
        bytes += [UInt8](repeating: UInt8(ascii: "z"), count: size)
        bytes += Array("\"\n2,b\n".utf8)
        let path = try temporaryFile(bytes)
        bytes = []
        defer { remove(path) }
        let table = try TableFile(path: path)
        let chunk = Chunk()
        let block = RecordBlock()
        var failures: [StructuralFailure] = []
        var sizes: [Int] = []
        let parser = RecordParser(dialect: table.dialect, width: 2)
        while try table.nextChunk(into: chunk) {
            while parser.parse(chunk, into: block, failures: &failures) {
                for record in 0..<block.recordCount {
                    sizes.append(block.rawCell(Int(block.firstCell[record]) + 1).count)
                }
            }
        }
        #expect(sizes == [size, 1])
        #expect(failures.isEmpty)
    }
}
