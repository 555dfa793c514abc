import CBits
import Glibc

/// A cell that begins with the quote.
struct QuotedCell {
    /// One past the content: the closing quote, or the end of a cell that is text after all.
    var contentEnd: Int
    /// One past the cell: a delimiter, a line end, or the end of the text.
    var end: Int
    /// The opening quote opens; if not, it is text.
    var isQuoted: Bool
    var hasDoubledQuotes = false
    /// A quote is out of place: a `csv.quote` finding at the opening quote.
    var isMisquoted = false
    /// The text ended before anything closed the cell, or any quote of it was out of place.
    var isOpenAtEnd = false
    /// The end of the text that both readings of a misquoted cell looked at.
    var reach = 0
}

/// Finds where quoted cells of one text end. The structural pass and the parser share it, which
/// is what makes them agree.
///
/// A quote before a delimiter, a line end or the end of the text closes; two stand for one. At
/// any other quote, or at the end of the text, the line on which the cell opened is read both
/// ways: (a) the stray quote is text, (b) the opening quote is text. The reading that gives the
/// record the header's number of cells wins; (b) if both do or neither.
///
/// Finding the end of every quoted cell of a text takes linear time. Quotes come in runs, and a
/// search runs over runs of even length only (pairs that stand for one) up to the first odd one;
/// a cell that opens at one of those even runs finds its end in that run. The second reading of
/// a line is bounded by `readingsPerRecord`.
///
/// Unsafe code: `text[count + 64]` and all before it must be readable while a value is used, and
/// `text[count]` must be a line feed or lie beyond what is asked for.
struct QuotedCellReader {
    let text: UnsafePointer<UInt8>
    let count: Int
    let delimiter: UInt8
    let quote: UInt8
    /// The header's number of cells.
    let width: Int

    /// How many cells of one record are read both ways; the opening quotes of all others that
    /// are misquoted are text.
    static let readingsPerRecord = 64
    private var record = -1
    private var readings = 0

    init(
        text: UnsafePointer<UInt8>, count: Int, delimiter: UInt8, quote: UInt8, width: Int
    ) {
        self.text = text
        self.count = count
        self.delimiter = delimiter
        self.quote = quote
        self.width = width
    }

    /// - Parameters:
    ///   - open: where the opening quote stands.
    ///   - recordStart: where its record begins.
    ///   - before: how many cells of the record come before it.
    ///   - isKnownMisquoted: something beyond the text has shown that the cell does not close.
    mutating func cell(
        at open: Int, recordStart: Int, before: Int, isKnownMisquoted: Bool = false
    ) -> QuotedCell {
        var position = open + 1
        var doubled = false
        while let found = nextQuote(from: position, below: isKnownMisquoted ? 0 : count) {
            if found + 1 < count, text[found + 1] == quote {
                doubled = true
                position = found + 2
            } else if endsCell(found + 1) {
                return QuotedCell(
                    contentEnd: found, end: found + 1, isQuoted: true, hasDoubledQuotes: doubled)
            } else {
                return misquoted(at: open, recordStart: recordStart, before: before)
            }
        }
        var cell = misquoted(at: open, recordStart: recordStart, before: before)
        cell.isOpenAtEnd = !isKnownMisquoted
        return cell
    }

    /// Reads the line both ways and takes the better one.
    private mutating func misquoted(at open: Int, recordStart: Int, before: Int) -> QuotedCell {
        if record != recordStart {
            record = recordStart
            readings = 0
        }
        readings += 1
        let end = endOfPlainCell(from: open, below: count)
        var asText = QuotedCell(contentEnd: end, end: end, isQuoted: false, isMisquoted: true)
        asText.reach = end
        guard before < width, readings <= Self.readingsPerRecord else { return asText }
        let lineEnd = endOfLine(from: end)
        asText.reach = lineEnd
        guard
            before + 1 + cellsAfter(end, below: lineEnd) != width,
            var asQuoted = readOver(from: open + 1, below: lineEnd),
            before + 1 + cellsAfter(asQuoted.end, below: lineEnd) == width
        else { return asText }
        asQuoted.isMisquoted = true
        asQuoted.reach = lineEnd
        return asQuoted
    }

    /// The cell if stray quotes are text: up to a closing quote on the same line.
    private func readOver(from start: Int, below limit: Int) -> QuotedCell? {
        var position = start
        var doubled = false
        while let found = nextQuote(from: position, below: limit) {
            if found + 1 < limit, text[found + 1] == quote {
                doubled = true
                position = found + 2
            } else if found + 1 >= limit || text[found + 1] == delimiter {
                return QuotedCell(
                    contentEnd: found, end: found + 1, isQuoted: true, hasDoubledQuotes: doubled)
            } else {
                position = found + 1
            }
        }
        return nil
    }

    /// How many cells follow the one that ends at `end`, up to the end of its line. Counting
    /// stops where there are more than a record should have.
    private func cellsAfter(_ end: Int, below limit: Int) -> Int {
        var cells = 0
        var position = end
        while position < limit, cells <= width {
            position += 1
            cells += 1
            if position < limit, text[position] == quote,
                let quoted = wellFormed(from: position + 1, below: limit)
            {
                position = quoted
            } else {
                position = endOfPlainCell(from: position, below: limit)
            }
        }
        return cells
    }

    /// One past a quoted cell without stray quotes that closes before `limit`.
    private func wellFormed(from start: Int, below limit: Int) -> Int? {
        var position = start
        while let found = nextQuote(from: position, below: limit) {
            if found + 1 < limit, text[found + 1] == quote {
                position = found + 2
            } else {
                return found + 1 >= limit || text[found + 1] == delimiter ? found + 1 : nil
            }
        }
        return nil
    }

    private func endsCell(_ index: Int) -> Bool {
        guard index < count else { return true }
        let byte = text[index]
        return byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private func endOfLine(from start: Int) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        return first(of: lineFeed, from: start, below: count)
    }

    /// The first delimiter or line end at or after `start`, or `limit`.
    func endOfPlainCell(from start: Int, below limit: Int) -> Int {
        first(of: delimiter, from: start, below: limit)
    }

    /// The first `byte` or line end at or after `start`, or `limit`.
    private func first(of byte: UInt8, from start: Int, below limit: Int) -> Int {
        var base = start
        while base < limit {
            let mask = cbits_any64(text + base, byte, UInt8(ascii: "\n"), UInt8(ascii: "\r"))
            if mask != 0 { return min(base + mask.trailingZeroBitCount, limit) }
            base += 64
        }
        return limit
    }

    private func nextQuote(from start: Int, below limit: Int) -> Int? {
        guard start < limit, let found = memchr(text + start, Int32(quote), limit - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(text)
    }
}
