import Foundation
import Glibc
import StetCore
import TestSupport
import Testing

@testable import StetStores

@Suite("Files")
struct FileTests {
    private func failure(_ path: String) -> StoreError? {
        do throws(StoreError) {
            _ = try TableFile(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("What cannot be read says why")
    func unreadable() throws {
        #expect(failure("no/such.csv")?.description == "no/such.csv: there is no such file")
        let folder = failure(NSTemporaryDirectory())
        #expect(folder?.reason.contains("directory") == true)
        let path = try temporaryFile("a\n".utf8)
        defer { remove(path) }
        chmod(path, 0)
        // The superuser may read everything.
        if getuid() != 0 { #expect(failure(path)?.reason.contains("may not read") == true) }
    }

    @Test("A pipe is read like a file")
    func pipe() throws {
        let place = try temporaryFile([])
        defer { remove(place) }
        let path = place + ".fifo"
        #expect(mkfifo(path, 0o600) == 0)
        let rows = (0..<50_000).map { "\($0),\"x\ny\"\n" }.joined()
        let writer = Thread {
            if let file = fopen(path, "w") {
                fputs("a,b\n" + rows, file)
                fclose(file)
            }
        }
        writer.start()
        let found = try reading(ofFile: path, chunkSize: 4_096)
        #expect(found.records.count == 50_000)
        #expect(found.starts.last?.line == 100_000)
    }

    @Test("A record can be read again, and the bytes of any range")
    func again() throws {
        let path = try temporaryFile("a,b\n1,\"x\"\"\ny\"\n2,z\n".utf8)
        defer { remove(path) }
        let table = try TableFile(path: path)
        #expect(try table.record(atFileOffset: 4) == ["1", "x\"\ny"])
        #expect(try table.record(atFileOffset: 14) == ["2", "z"])
        #expect(try table.read(14..<15) == [UInt8(ascii: "2")])
        #expect(try table.read(17..<99).count == 1)
    }

    @Test("A record can be read again where chunks have gone over it, in any encoding")
    func everyRecordAgain() throws {
        for seed in 0..<60 {
            var random = SeededGenerator(seed: UInt64(seed) &+ 77)
            let bytes = ChunkTests.nasty(&random, count: 400)
            var options = DialectOptions()
            options.encoding = seed % 2 == 0 ? .utf8 : .windows1252
            let path = try temporaryFile(bytes)
            defer { remove(path) }
            let found = try reading(ofFile: path, options: options)
            let table = try TableFile(path: path, options: options)
            for (record, start) in zip(found.records, found.starts) {
                try #require(
                    try table.record(atFileOffset: start.offset) == record, "seed \(seed)")
            }
        }
    }

    @Test("A file that becomes shorter is an error, not the end")
    func shortened() throws {
        let path = try temporaryFile(Array(String(repeating: "1,2\n", count: 200_000).utf8))
        defer { remove(path) }
        let table = try TableFile(path: path, chunkSize: 1 << 10)
        truncate(path, 300_000)
        var error: StoreError?
        let chunk = Chunk()
        do throws(StoreError) {
            while try table.nextChunk(into: chunk) {}
        } catch let thrown {
            error = thrown
        }
        #expect(error?.reason.contains("shorter") == true)
    }
}
