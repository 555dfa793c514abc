import CBits
import StetCore

/// Finds places of a file where one of some texts stands as a cell may, at some gigabytes a second:
/// two bytes of a text are looked for in 64 places at once.
///
/// Unsafe code: owns `buffer`, whose first `count` bytes are the file's from `start`, and behind
/// which 128 bytes are readable.
final class TextFinder {
    private let file: DataFile
    private let texts: [[UInt8]]
    private let longest: Int
    private let buffer: UnsafeMutablePointer<UInt8>
    /// By byte: it may stand before, and behind, the text of a cell: signs, zeros and blanks too.
    private var mayPrecede = [Bool](repeating: false, count: 256)
    private var mayFollow = [Bool](repeating: false, count: 256)
    private var start = 0
    private var count = 0

    private static let bufferSize = 256 << 10
    /// Shorter texts stand in too many places.
    private static let shortest = 3

    /// nil: the file's records cannot be found by these texts, or not sooner than by reading all.
    init?(_ texts: [[UInt8]], in table: TableFile) {
        // A quote inside a cell is written twice.
        guard !texts.isEmpty, texts.count <= 8, table.dialect.encoding == .utf8,
            texts.allSatisfy({ text in
                (Self.shortest...4096).contains(text.count)
                    && !(table.dialect.quote.map { text.contains($0) } ?? false)
            })
        else { return nil }
        file = table.source.file
        self.texts = texts
        longest = texts.map(\.count).max() ?? 0
        for byte in [table.dialect.delimiter, table.dialect.quote ?? 0x0A] + Array("\r\n \t".utf8) {
            (mayPrecede[Int(byte)], mayFollow[Int(byte)]) = (true, true)
        }
        for byte in "+-0".utf8 { mayPrecede[Int(byte)] = true }
        buffer = .allocate(capacity: Self.bufferSize + 128)
        buffer.initialize(repeating: 0, count: Self.bufferSize + 128)
    }

    deinit {
        buffer.deallocate()
    }

    /// - Parameter range: begins with a record.
    /// - Returns: the first place in the range where one of the texts begins.
    func next(in range: Range<Int>) throws(StoreError) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let loaded = start..<start + count
            if !loaded.contains(offset) || offset + longest > loaded.upperBound {
                start = offset
                count = try file.read(
                    into: buffer, count: min(Self.bufferSize, range.upperBound - offset),
                    at: offset)
                guard count > 0 else { return nil }
            }
            var found: Int?
            for text in texts {
                let end = min(
                    count, range.upperBound - start, found.map { $0 + text.count } ?? .max)
                found = text.withUnsafeBufferPointer { text in
                    place(of: text, offset - start..<end) ?? found
                }
            }
            if let found { return start + found }
            if start + count >= range.upperBound { return nil }
            // What may begin in the last bytes comes with the next ones.
            offset = max(offset + 1, start + count - longest + 1)
        }
        return nil
    }

    /// - Parameter range: of the buffer.
    private func place(of text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let buffer = buffer
        let count = text.count
        // The last byte of numbers and names says most; the middle one differs from it often.
        let (last, middle) = (count - 1, (count - 1) / 2)
        let (lastByte, middleByte, firstByte) = (text[last], text[middle], text[0])
        let end = range.upperBound - count + 1
        var base = range.lowerBound
        while base < end {
            var places =
                cbits_equal64(buffer + base + last, lastByte)
                & cbits_equal64(buffer + base + middle, middleByte)
            if places != 0 { places &= cbits_equal64(buffer + base, firstByte) }
            while places != 0 {
                let place = base + places.trailingZeroBitCount
                guard place < end else { return nil }
                var index = 0
                while index < count, buffer[place + index] == text[index] { index += 1 }
                if index == count, isCell(place..<place + count, from: range.lowerBound) {
                    return place
                }
                places &= places &- 1
            }
            base += 64
        }
        return nil
    }

    /// Whether the bytes around a range of the buffer can be those around a cell's text. What lies
    /// outside the buffer can be anything.
    private func isCell(_ range: Range<Int>, from first: Int) -> Bool {
        (range.lowerBound == first || mayPrecede[Int(buffer[range.lowerBound - 1])])
            && (range.upperBound >= count || mayFollow[Int(buffer[range.upperBound])])
    }
}
