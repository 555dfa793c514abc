import CBits
import StetCore

/// Whether each text of the first column is greater than the one before: longer, or as long and
/// later by its bytes, as most keys are. Told from the records' bytes alone, while the index is
/// made of them: where a quote or an odd line end comes into it, the answer is that it is not known.
///
/// Unsafe code: owns `before`, of which the first `beforeCount` bytes are the last text, and `masks`.
/// The bytes that are taken must be readable for 128 bytes past their end. Belongs to one thread.
final class FirstColumnOrder {
    /// What is known of a run of records.
    struct Result: Sendable {
        /// The first and the last text.
        var first: [UInt8]
        var last: [UInt8]
        /// By byte: a text begins with it.
        var starts: [Bool]
    }

    private let delimiter: UInt8
    private let quote: UInt8?
    private let before: UnsafeMutablePointer<UInt8>
    private var beforeCount = 0
    /// Three of each block of 64 bytes.
    private let masks: UnsafeMutablePointer<UInt64>
    private var first: [UInt8]?
    private var starts = [Bool](repeating: false, count: 256)
    private var holds = true

    /// Longer texts are not looked at.
    private static let longest = 64
    private static let blocksAtOnce = 20

    init(_ dialect: Dialect) {
        delimiter = dialect.delimiter
        quote = dialect.quote
        before = .allocate(capacity: Self.longest + 8)
        before.initialize(repeating: 0, count: Self.longest + 8)
        masks = .allocate(capacity: 3 * Self.blocksAtOnce)
        masks.initialize(repeating: 0, count: 3 * Self.blocksAtOnce)
    }

    deinit {
        before.deallocate()
        masks.deallocate()
    }

    /// nil: it is not so, or not known.
    var result: Result? {
        guard holds, let first else { return nil }
        let last = Array(UnsafeBufferPointer(start: before, count: beforeCount))
        return Result(first: first, last: last, starts: starts)
    }

    /// What two runs are together, of which the second follows the first.
    static func joined(_ first: Result?, _ second: Result?) -> Result? {
        guard let first, let second, AscendingTexts.isLess(first.last, second.first) else {
            return nil
        }
        let starts = zip(first.starts, second.starts).map { $0 || $1 }
        return Result(first: first.first, last: second.last, starts: starts)
    }

    /// The records that come next cannot be told from their bytes alone.
    func giveUp() { holds = false }

    /// Takes the next whole records, in which each quote stands where it should.
    func take(_ text: UnsafePointer<UInt8>, _ range: Range<Int>) {
        guard holds else { return }
        let (end, quoteByte) = (range.upperBound, quote ?? 0)
        var (base, start) = (range.lowerBound, range.lowerBound)
        var inside: UInt64 = 0
        var (block, blocks) = (0, 0)
        while base < end {
            if block == blocks {
                (block, blocks) = (0, min(Self.blocksAtOnce, (end - base + 63) / 64))
                cbits_masks(
                    text + base, blocks, quoteByte, UInt8(ascii: "\n"), UInt8(ascii: "\r"), masks)
            }
            let valid = end - base < 64 ? (1 << UInt64(end - base)) - 1 : ~UInt64(0)
            let quotes = quote == nil ? 0 : masks[3 * block] & valid
            let feeds = masks[3 * block + 1] & valid
            let returns = masks[3 * block + 2] & valid
            block += 1
            var ends = feeds
            if returns != 0 {
                let isSplit = base + 64 < end && text[base + 64] == UInt8(ascii: "\n")
                holds = returns & ~(feeds >> 1 | (isSplit ? 1 << 63 : 0)) == 0
            }
            if quotes | inside != 0 {
                let isInside = StructuralScanner.prefixXor(quotes) ^ inside
                ends &= ~isInside
                inside = UInt64(bitPattern: Int64(bitPattern: isInside) >> 63)
            }
            while ends != 0, holds {
                let place = base + ends.trailingZeroBitCount
                ends &= ends &- 1
                holds = take(text + start, upTo: place - start)
                start = place + 1
            }
            guard holds else { return }
            base += 64
        }
        if start < end { holds = take(text + start, upTo: end - start) }
    }

    /// Takes the first text of a record of so many bytes.
    ///
    /// - Returns: whether it is greater than the one before.
    @inline(__always)
    private func take(_ record: UnsafePointer<UInt8>, upTo length: Int) -> Bool {
        var limit = length
        if limit > 0, record[limit - 1] == UInt8(ascii: "\r") { limit -= 1 }
        limit = min(limit, Self.longest + 1)
        let count = Self.count(record, before: delimiter, upTo: limit)
        guard count > 0, count <= Self.longest, count >= beforeCount, record[0] != quote else {
            return false
        }
        if count == beforeCount {
            var index = 0
            while index < count {
                let (old, new) = (Self.word(before + index), Self.word(record + index))
                let unwanted = UInt64(max(0, 8 - (count - index)) * 8)
                if old >> unwanted != new >> unwanted {
                    if old >> unwanted > new >> unwanted { return false }
                    break
                }
                index += 8
            }
            guard index < count else { return false }
        } else if first == nil {
            first = Array(UnsafeBufferPointer(start: record, count: count))
        }
        before.update(from: record, count: count)
        beforeCount = count
        starts[Int(record[0])] = true
        return true
    }

    /// Eight bytes as a number that is the greater the later they are.
    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }

    /// How many bytes stand before the first delimiter; at most `limit`.
    @inline(__always)
    private static func count(
        _ bytes: UnsafePointer<UInt8>, before delimiter: UInt8, upTo limit: Int
    ) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = 0
        while index < limit {
            let word = UInt64(
                littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
            let other = word ^ (ones &* UInt64(delimiter))
            let zeros = (other &- ones) & ~other & (ones << 7)
            if zeros != 0 { return min(limit, index + zeros.trailingZeroBitCount / 8) }
            index += 8
        }
        return limit
    }
}
