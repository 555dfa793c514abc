import Foundation
import StetCore
import Testing

@testable import StetStores

/// All that the reader says of a file, for comparing.
struct Reading: Equatable {
    struct Failure: Equatable {
        var code: String
        /// From 1.
        var record: Int
        var position: Position
        /// What a ragged record was found to have; 0: a blank line.
        var cells: Int?
    }

    var columns: [String] = []
    var records: [[ByteString]] = []
    /// The place of each record's start.
    var starts: [Position] = []
    var failures: [Failure] = []
    var findings: [String] = []
    var lineEnds = LineEndCounts()

    var texts: [[String]] { records.map { $0.map(\.description) } }
    var codes: [String] { failures.map(\.code) }
}

func temporaryFile(_ bytes: some Sequence<UInt8>, name: String = "table.csv") throws -> String {
    let folder = NSTemporaryDirectory() + "stet-stores-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
}

func remove(_ path: String) {
    try? FileManager.default.removeItem(
        at: URL(fileURLWithPath: path).deletingLastPathComponent())
}

func reading(
    ofFile path: String, options: DialectOptions = DialectOptions(),
    chunkSize: Int = TableFile.chunkSize
) throws -> Reading {
    let table = try TableFile(path: path, options: options, chunkSize: chunkSize)
    var result = Reading()
    result.columns = table.columns.map(\.name.description)
    let chunk = Chunk()
    let block = RecordBlock(cellCapacity: 4)
    let parser = RecordParser(dialect: table.dialect, width: table.columns.count)
    while try table.nextChunk(into: chunk) {
        #expect(chunk.recordsBefore == result.records.count)
        var failures: [StructuralFailure] = []
        var recordsOfChunk = 0
        while parser.parse(chunk, into: block, failures: &failures) {
            #expect(block.firstRecord == recordsOfChunk)
            for record in 0..<block.recordCount {
                result.records.append(block.cells(ofRecord: record, quote: table.dialect.quote))
                let start = Int(block.recordStart[record])
                let position = chunk.position(
                    of: start, known: start, lines: Int(block.line[record]))
                result.starts.append(position)
            }
            for failure in failures {
                var cells: Int?
                if case .ragged(let found) = failure.kind { cells = found }
                result.failures.append(
                    Reading.Failure(
                        code: failure.code,
                        record: chunk.recordsBefore + block.firstRecord + failure.record + 1,
                        position: chunk.position(
                            of: failure.range.lowerBound,
                            known: Int(block.recordStart[failure.record]),
                            lines: Int(block.line[failure.record])),
                        cells: cells))
            }
            failures.removeAll()
            recordsOfChunk += block.recordCount
        }
        #expect(chunk.records == recordsOfChunk)
    }
    result.findings = table.findings.map(\.code)
    result.lineEnds = table.lineEnds
    return result
}

func reading(
    of bytes: some Sequence<UInt8>, options: DialectOptions = DialectOptions(),
    chunkSize: Int = TableFile.chunkSize, name: String = "table.csv"
) throws -> Reading {
    let path = try temporaryFile(bytes, name: name)
    defer { remove(path) }
    return try reading(ofFile: path, options: options, chunkSize: chunkSize)
}

func reading(_ text: String, options: DialectOptions = DialectOptions()) throws -> Reading {
    try reading(of: text.utf8, options: options)
}

/// A folder of public test data, which is not part of the repository.
let corpora = ProcessInfo.processInfo.environment["STET_CORPORA"]

/// The first thing that two readings do not share, in words; nil if there is none.
func difference(_ left: Reading, _ right: Reading) -> String? {
    if left == right { return nil }
    for (index, (one, other)) in zip(left.records, right.records).enumerated() where one != other {
        return "record \(index + 1): \(one) or \(other)"
    }
    for (one, other) in zip(left.starts, right.starts) where one != other {
        return "start \(one) or \(other)"
    }
    for (one, other) in zip(left.failures, right.failures) where one != other {
        return "failure \(one) or \(other)"
    }
    return "\(left.records.count) or \(right.records.count) records, "
        + "\(left.failures.count) or \(right.failures.count) failures, "
        + "\(left.findings) or \(right.findings), \(left.lineEnds) or \(right.lineEnds), "
        + "\(left.columns == right.columns)"
}
