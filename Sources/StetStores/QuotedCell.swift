import Glibc

/// Where a quoted cell ends, by the rules for quotes that are out of place.
///
/// A quote before a delimiter, a line end or the end of the text closes; two stand for one. At
/// any other quote, or at the end of the text, the line on which the cell opened is read both
/// ways: (a) the stray quote is text, (b) the opening quote is text. The reading that gives the
/// record the header's number of cells wins; (b) if both do or neither.
///
/// Unsafe code: `text` must stay valid while a value is used; indexes are below `count`.
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
    /// Nothing closes the cell in this text, nor is any quote of it out of place.
    var isOpenAtEnd = false
}

/// Reads quoted cells of one text. The structural pass and the parser share it, which is what
/// makes them agree.
struct QuotedCellReader {
    let text: UnsafePointer<UInt8>
    let count: Int
    let delimiter: UInt8
    let quote: UInt8
    /// The header's number of cells.
    let width: Int

    /// - Parameters:
    ///   - open: where the opening quote stands.
    ///   - recordStart: where its record begins.
    func cell(at open: Int, recordStart: Int) -> QuotedCell {
        var position = open + 1
        var doubled = false
        while let found = next(quote, from: position, below: count) {
            if found + 1 < count, text[found + 1] == quote {
                doubled = true
                position = found + 2
            } else if endsCell(found + 1) {
                return QuotedCell(
                    contentEnd: found, end: found + 1, isQuoted: true, hasDoubledQuotes: doubled)
            } else {
                return misquoted(at: open, recordStart: recordStart, isOpenAtEnd: false)
            }
        }
        return misquoted(at: open, recordStart: recordStart, isOpenAtEnd: true)
    }

    /// Reads the line both ways and takes the better one.
    private func misquoted(at open: Int, recordStart: Int, isOpenAtEnd: Bool) -> QuotedCell {
        let lineEnd = endOfLine(from: open)
        let before = cellsBefore(open, from: recordStart)
        var asText = QuotedCell(
            contentEnd: 0, end: endOfPlainCell(from: open, below: lineEnd), isQuoted: false,
            isMisquoted: true, isOpenAtEnd: isOpenAtEnd)
        asText.contentEnd = asText.end
        guard
            before + 1 + cellsAfter(asText.end, below: lineEnd) != width,
            var asQuoted = readOver(from: open + 1, below: lineEnd),
            before + 1 + cellsAfter(asQuoted.end, below: lineEnd) == width
        else { return asText }
        asQuoted.isMisquoted = true
        return asQuoted
    }

    /// The cell if stray quotes are text: up to a closing quote on the same line.
    private func readOver(from start: Int, below limit: Int) -> QuotedCell? {
        var position = start
        var doubled = false
        while let found = next(quote, from: position, below: limit) {
            if found + 1 < limit, text[found + 1] == quote {
                doubled = true
                position = found + 2
            } else if found + 1 >= limit || endsCell(found + 1) {
                return QuotedCell(
                    contentEnd: found, end: found + 1, isQuoted: true, hasDoubledQuotes: doubled)
            } else {
                position = found + 1
            }
        }
        return nil
    }

    /// How many cells a record has before the one at `open`.
    private func cellsBefore(_ open: Int, from recordStart: Int) -> Int {
        var cells = 0
        var position = recordStart
        while position < open {
            position =
                text[position] == quote
                ? cell(at: position, recordStart: recordStart).end
                : endOfPlainCell(from: position, below: open)
            position += 1
            cells += 1
        }
        return cells
    }

    /// How many cells follow the one that ends at `end`, up to the end of its line.
    private func cellsAfter(_ end: Int, below limit: Int) -> Int {
        var cells = 0
        var position = end
        while position < limit, text[position] == delimiter {
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
        while let found = next(quote, from: position, below: limit) {
            if found + 1 < limit, text[found + 1] == quote {
                position = found + 2
            } else {
                return found + 1 >= limit || endsCell(found + 1) ? found + 1 : nil
            }
        }
        return nil
    }

    private func endsCell(_ index: Int) -> Bool {
        guard index < count else { return true }
        let byte = text[index]
        return byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    func endOfLine(from start: Int) -> Int {
        var index = start
        while index < count, text[index] != UInt8(ascii: "\n"), text[index] != UInt8(ascii: "\r") {
            index += 1
        }
        return index
    }

    private func endOfPlainCell(from start: Int, below limit: Int) -> Int {
        var index = start
        while index < limit, text[index] != delimiter, text[index] != UInt8(ascii: "\n"),
            text[index] != UInt8(ascii: "\r")
        {
            index += 1
        }
        return index
    }

    private func next(_ byte: UInt8, from start: Int, below limit: Int) -> Int? {
        guard start < limit, let found = memchr(text + start, Int32(byte), limit - start) else {
            return nil
        }
        return UnsafeRawPointer(found) - UnsafeRawPointer(text)
    }
}
