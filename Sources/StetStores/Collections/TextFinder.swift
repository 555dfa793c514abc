import CBits
import StetCore

/// Finds the places of a file where one of some texts stands as a cell may, at some gigabytes a
/// second, by two threads in long files.
///
/// Unsafe code: `Window` owns its bytes, of which the first `count` are the file's; behind them
/// 128 bytes are readable.
struct TextFinder: Sendable {
    private let file: DataFile
    let texts: [[UInt8]]
    private let longest: Int
    /// Bytes from which on a range is worth a second thread.
    var sizeForTwo = 8 << 20
    /// By byte: it may stand before, and behind, the text of a cell: signs, zeros and blanks too.
    private var mayPrecede = [Bool](repeating: false, count: 256)
    private var mayFollow = [Bool](repeating: false, count: 256)

    private static let windowSize = 256 << 10
    /// Shorter texts stand in too many places, and so do those that are found more often.
    private static let shortest = 3
    static let placeLimit = 10_000

    private final class Window {
        let bytes: UnsafeMutablePointer<UInt8>
        var count = 0

        init() {
            bytes = .allocate(capacity: windowSize + 128)
            bytes.initialize(repeating: 0, count: windowSize + 128)
        }

        deinit {
            bytes.deallocate()
        }
    }

    /// nil: the table's cells cannot be found by these texts.
    init?(_ texts: [[UInt8]], in table: TableFile) {
        let quote = table.dialect.quote
        // A quote inside a cell is written twice.
        guard !texts.isEmpty, texts.count <= 8, table.dialect.encoding == .utf8,
            texts.allSatisfy({ (Self.shortest...4096).contains($0.count) }),
            !texts.contains(where: { text in quote.map { text.contains($0) } ?? false })
        else { return nil }
        file = table.source.file
        self.texts = texts
        longest = texts.map(\.count).max() ?? 0
        let around = [table.dialect.delimiter, quote ?? UInt8(ascii: "\n")] + Array("\r\n \t".utf8)
        for byte in around {
            mayPrecede[Int(byte)] = true
            mayFollow[Int(byte)] = true
        }
        for byte in "+-0".utf8 { mayPrecede[Int(byte)] = true }
    }

    /// The places in a range of the file where one of the texts begins, ascending; nil: they are so
    /// many that it is better to read everything.
    func places(in range: Range<Int>) throws(StoreError) -> [Int]? {
        var places: [Int]?
        if range.count < sizeForTwo {
            places = try search(range, below: range.upperBound)
        } else {
            let middle = (range.lowerBound + range.upperBound) / 2
            let (first, second) = try concurrently { () throws(StoreError) in
                try search(middle..<range.upperBound, below: range.upperBound)
            } while: { () throws(StoreError) in
                try search(range.lowerBound..<middle, below: range.upperBound)
            }
            places = first.flatMap { first in second.map { first + $0 } }
        }
        if texts.count > 1 { places?.sort() }
        return places
    }

    /// - Parameter end: texts that begin in the range end before it.
    private func search(_ range: Range<Int>, below end: Int) throws(StoreError) -> [Int]? {
        let window = Window()
        var places: [Int] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            window.count = try file.read(
                into: window.bytes, count: min(Self.windowSize, end - offset), at: offset)
            guard window.count > 0 else { break }
            // What may begin in the last bytes comes with the next ones.
            let isLast = offset + window.count >= end
            let next = isLast ? end : offset + window.count - longest + 1
            for text in texts {
                text.withUnsafeBufferPointer { text in
                    findAll(text, in: window, below: min(next, range.upperBound) - offset) {
                        places.append(offset + $0)
                    }
                }
            }
            guard places.count <= Self.placeLimit else { return nil }
            offset = next
        }
        return places
    }

    /// - Parameter limit: texts begin before it.
    private func findAll(
        _ text: UnsafeBufferPointer<UInt8>, in window: Window, below limit: Int,
        _ body: (Int) -> Void
    ) {
        let end = min(limit, window.count - text.count + 1)
        find(text, in: window.bytes, 0..<max(0, end), upTo: window.count, body)
    }

    /// The places in a stretch of whole records where a text stands as a cell may.
    ///
    /// - Parameters:
    ///   - bytes: readable for 128 bytes past the stretch.
    ///   - body: is given the text's number and the place.
    func findAll(
        in bytes: UnsafePointer<UInt8>, _ stretch: Range<Int>, _ body: (Int, Int) -> Void
    ) {
        for (number, text) in texts.enumerated() where text.count <= stretch.count {
            let starts = stretch.lowerBound..<stretch.upperBound - text.count + 1
            text.withUnsafeBufferPointer { text in
                find(text, in: bytes, starts, upTo: stretch.upperBound) { body(number, $0) }
            }
        }
    }

    /// - Parameters:
    ///   - starts: where the text may begin.
    ///   - end: of what is known; bytes outside can be anything.
    private func find(
        _ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafePointer<UInt8>, _ starts: Range<Int>,
        upTo end: Int, _ body: (Int) -> Void
    ) {
        guard let start = text.baseAddress else { return }
        var place = starts.lowerBound
        while place < starts.upperBound {
            place = cbits_find(bytes, place, starts.upperBound, start, text.count)
            guard place < starts.upperBound else { return }
            let after = place + text.count
            if place == starts.lowerBound || mayPrecede[Int(bytes[place - 1])],
                after >= end || mayFollow[Int(bytes[after])]
            {
                body(place)
            }
            place += 1
        }
    }
}
