import CBits
import StetCore

/// Finds record starts in a growing text: the sequential pass over a file, some gigabytes a
/// second where quotes are few.
///
/// Blocks of 64 bytes are read as bit masks, in which quotes toggle between the inside and the
/// outside of quoted cells. That is the right reading as long as each quote that opens stands
/// where a cell starts (or after another: a doubled quote) and each that closes stands where a
/// cell ends. At the first that does not, the scanner stops before the block, and the caller
/// reads the record at `recordStart` by the exact rules, then lets the scanner go on behind it.
///
/// Unsafe code: `text` must be readable for 128 bytes past `available`, and `masks` have room for
/// `maskCount` words; all that is kept between calls is offsets, so that the text may move.
struct StructuralScanner {
    enum Outcome {
        /// All of the available text has been read, but for less than 65 bytes.
        case needsText
        /// The first record start at or after the target, or the end of the last text.
        case cut(Int)
        /// The record at `recordStart` must be read by the exact rules.
        case needsExactReading
    }

    let delimiter: UInt8
    /// nil: quotes are text.
    let quote: UInt8?
    /// The next unread byte.
    private(set) var position = 0
    /// The start of the last record that begins before `position`.
    private(set) var recordStart = 0
    /// Records that end before `recordStart`.
    private(set) var records = 0
    /// Physical lines that end before `position`.
    private(set) var lines = 0
    private(set) var lineEnds = LineEndCounts()
    /// All ones inside a quoted cell.
    private(set) var inside: UInt64 = 0
    private var closedAtEnd: UInt64 = 0

    init(dialect: Dialect) {
        delimiter = dialect.delimiter
        quote = dialect.quote
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Blocks that are looked at together: those of the usual distance to a target, and a record.
    private static let blocksAtOnce = 18
    /// Three masks of each block.
    static let maskCount = 3 * blocksAtOnce

    /// Reads on.
    ///
    /// - Parameters:
    ///   - available: the end of the text.
    ///   - isAtEnd: the file has no more text.
    ///   - target: stop at the first record start at or after it.
    ///   - masks: room for what is found out about some blocks at once.
    mutating func scan(
        _ text: UnsafePointer<UInt8>, available: Int, isAtEnd: Bool, target: Int,
        masks: UnsafeMutablePointer<UInt64>
    ) -> Outcome {
        let wantedQuotes: UInt64 = quote != nil ? ~0 : 0
        let quoteByte = quote ?? 0
        let delimiter = delimiter
        var base = position
        var start = recordStart
        var records = records
        var lines = lines
        var inside = inside
        var closedAtEnd = closedAtEnd
        defer {
            position = base
            recordStart = start
            self.records = records
            self.lines = lines
            self.inside = inside
            self.closedAtEnd = closedAtEnd
        }
        // The blocks that `masks` still has something of.
        var (block, blocks) = (0, 0)
        while base + 65 <= available || isAtEnd && base < available {
            let bytes = text + base
            if block == blocks {
                let near = max(0, min(target, available) - base) / 64 + 2
                (block, blocks) = (0, min(Self.blocksAtOnce, near, (available - base + 63) / 64))
                cbits_masks(
                    bytes, blocks, quoteByte, Self.lineFeed, Self.carriageReturn, masks)
            }
            var quotes = masks[3 &* block] & wantedQuotes
            var feeds = masks[3 &* block &+ 1]
            var returns = masks[3 &* block &+ 2]
            block &+= 1
            var valid = ~UInt64(0)
            if base + 64 > available {
                valid = (1 << UInt64(available - base)) - 1
                quotes &= valid
                feeds &= valid
                returns &= valid
            }
            var allEnds = feeds
            if returns != 0 {
                let nextIsFeed = base + 64 < available && bytes[64] == Self.lineFeed
                allEnds |= returns & ~(feeds >> 1 | (nextIsFeed ? 1 << 63 : 0))
            }
            var ends = allEnds
            var isInside = inside
            var closed: UInt64 = 0
            if quotes | inside | closedAtEnd != 0 {
                let known = cbits_equal64(bytes, delimiter) | feeds | returns | quotes | ~valid
                isInside = Self.prefixXor(quotes) ^ inside
                let opening = quotes & isInside
                let closing = quotes & ~isInside
                let startsAtEdge: UInt64 = isCellStart(text, base, start) ? 1 : 0
                let misplaced =
                    opening & ~(known << 1 | startsAtEdge)
                    | (closing << 1 | closedAtEnd) & ~known
                if misplaced != 0 { return .needsExactReading }
                ends &= ~isInside
                closed = closing >> 63
                isInside = UInt64(bitPattern: Int64(bitPattern: isInside) >> 63)
            }
            var counted = ~UInt64(0)
            if base + 64 >= target {
                let wanted = ends & (~0 << UInt64(max(0, target - 1 - base)))
                if wanted != 0 {
                    let end = wanted.trailingZeroBitCount
                    counted = ~0 >> UInt64(63 - end)
                    ends &= counted
                }
                countKinds(ends, feeds, returns, before: base > 0 ? text[base - 1] : 0)
                records += ends.nonzeroBitCount
                lines += (allEnds & counted).nonzeroBitCount
                if wanted != 0 {
                    base += 64 - counted.leadingZeroBitCount
                    start = base
                    inside = 0
                    closedAtEnd = 0
                    return .cut(base)
                }
            } else {
                countKinds(ends, feeds, returns, before: base > 0 ? text[base - 1] : 0)
                records += ends.nonzeroBitCount
                lines += allEnds == ends ? ends.nonzeroBitCount : allEnds.nonzeroBitCount
            }
            if ends != 0 { start = base + 64 - ends.leadingZeroBitCount }
            inside = isInside
            closedAtEnd = closed
            base = min(base + 64, available)
        }
        guard isAtEnd else { return .needsText }
        guard inside == 0 else { return .needsExactReading }
        if start < available { records += 1 }
        start = available
        return .cut(available)
    }

    /// Goes on behind the record at `recordStart`, which the exact rules have read.
    mutating func skip(
        to next: Int, endingIn kind: LineEnd?, in text: UnsafePointer<UInt8>
    ) {
        // The line ends that were counted after the record's start are taken back.
        if next > position {
            lines += Self.lineEnds(in: text, from: position, below: next)
        } else {
            lines -= Self.lineEnds(in: text, from: next, below: position)
        }
        position = next
        recordStart = next
        records += 1
        if let kind { lineEnds.count(kind) }
        inside = 0
        closedAtEnd = 0
    }

    /// Physical line ends: line feeds, and carriage returns that none follows.
    static func lineEnds(in text: UnsafePointer<UInt8>, from start: Int, below end: Int) -> Int {
        var lines = 0
        var base = start
        while base < end {
            var feeds = cbits_equal64(text + base, lineFeed)
            var returns = cbits_equal64(text + base, carriageReturn)
            // What lies beyond the end is not of the text: a chunk ends in a line feed of its own.
            if end - base < 64 { feeds &= (1 << UInt64(end - base)) - 1 }
            if returns != 0 {
                let isSplit = end - base > 64 && text[base + 64] == lineFeed
                returns &= ~(feeds >> 1 | (isSplit ? 1 << 63 : 0))
            }
            if end - base < 64 { returns &= (1 << UInt64(end - base)) - 1 }
            feeds |= returns
            lines += feeds.nonzeroBitCount
            base += 64
        }
        return lines
    }

    @inline(__always)
    private func isCellStart(_ text: UnsafePointer<UInt8>, _ index: Int, _ start: Int) -> Bool {
        guard index > start else { return true }
        let byte = text[index - 1]
        return byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn
            || byte == quote
    }

    @inline(__always)
    private mutating func countKinds(
        _ ends: UInt64, _ feeds: UInt64, _ returns: UInt64, before: UInt8
    ) {
        let total = ends.nonzeroBitCount
        guard returns != 0 || before == Self.carriageReturn else {
            lineEnds.lineFeed += total
            return
        }
        let afterReturn = returns << 1 | (before == Self.carriageReturn ? 1 : 0)
        let both = (ends & feeds & afterReturn).nonzeroBitCount
        let alone = (ends & returns).nonzeroBitCount
        lineEnds.carriageReturnLineFeed += both
        lineEnds.carriageReturn += alone
        lineEnds.lineFeed += total - both - alone
    }

    /// Bit i of the result is the parity of bits 0 to i.
    @inline(__always)
    static func prefixXor(_ bits: UInt64) -> UInt64 {
        var bits = bits
        bits ^= bits << 1
        bits ^= bits << 2
        bits ^= bits << 4
        bits ^= bits << 8
        bits ^= bits << 16
        bits ^= bits << 32
        return bits
    }
}
