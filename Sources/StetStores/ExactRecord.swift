import Glibc
import StetCore

/// Reads single records by the exact rules for quotes, loading as much text as they need.
///
/// Unsafe code: reads a chunk's text below its count, through `QuotedCellReader`.
struct ExactRecordReader {
    let source: TextSource
    let dialect: Dialect
    /// The header's number of cells; -1 when it is not known.
    let width: Int

    private enum Scan {
        case record(next: Int, ending: LineEnd?)
        case needsText
        /// No quote of the text closes the cell that opens here, and none is out of place.
        case isOpen(Int)
    }

    /// Finds the end of the record that begins at `start` of the chunk's text.
    ///
    /// - Returns: where the next record begins, and what ends this one (nil: the file does).
    func read(at start: Int, in chunk: Chunk) throws(StoreError) -> (next: Int, ending: LineEnd?) {
        var misquoted: [Int] = []
        while true {
            switch scan(chunk, from: start, misquoted: misquoted) {
            case .record(let next, let ending):
                return (next, ending)
            case .needsText:
                let more = max(TextSource.pieceSize, chunk.count - start)
                try source.load(into: chunk, upTo: chunk.loadedTo + more)
            case .isOpen(let open):
                if let closing = try closingQuote(after: chunk.loadedTo) {
                    try source.load(into: chunk, upTo: closing + TextSource.pieceSize)
                } else {
                    misquoted.append(open)
                }
            }
        }
    }

    private func scan(_ chunk: Chunk, from start: Int, misquoted: [Int]) -> Scan {
        let text = chunk.text
        let count = chunk.count
        var reader = QuotedCellReader(
            text: text, count: count, delimiter: dialect.delimiter,
            quote: dialect.quote ?? 0, width: width)
        var position = start
        var cells = 0
        while true {
            var end: Int
            if let quote = dialect.quote, position < count, text[position] == quote {
                let cell = reader.cell(
                    at: position, recordStart: start, before: cells,
                    isKnownMisquoted: misquoted.contains(position))
                end = cell.end
                if !chunk.isAtEnd {
                    if cell.isOpenAtEnd { return .isOpen(position) }
                    // Both readings need the whole line.
                    if cell.isMisquoted, cell.reach == count { return .needsText }
                }
            } else {
                end = reader.endOfPlainCell(from: position, below: count)
            }
            guard end < count else {
                return chunk.isAtEnd ? .record(next: count, ending: nil) : .needsText
            }
            cells += 1
            switch text[end] {
            case dialect.delimiter:
                position = end + 1
            case UInt8(ascii: "\r"):
                guard end + 1 < count else {
                    guard chunk.isAtEnd else { return .needsText }
                    return .record(next: count, ending: .carriageReturn)
                }
                return text[end + 1] == UInt8(ascii: "\n")
                    ? .record(next: end + 2, ending: .carriageReturnLineFeed)
                    : .record(next: end + 1, ending: .carriageReturn)
            default:
                return .record(next: end + 1, ending: .lineFeed)
            }
        }
    }

    /// Looks ahead for the quote that closes a cell, in bounded memory.
    ///
    /// - Parameter offset: a place in the file inside the cell, behind whole pairs of quotes.
    /// - Returns: one past it in the file; nil if a quote that is out of place comes first, or
    ///   the end of the file.
    private func closingQuote(after offset: Int) throws(StoreError) -> Int? {
        guard let quote = dialect.quote else { return nil }
        let piece = Chunk()
        var begin = offset
        while true {
            source.begin(piece, at: begin)
            try source.load(into: piece, upTo: begin + TextSource.readSize)
            let text = piece.text
            var position = 0
            begin = piece.loadedTo
            while position < piece.count,
                let place = memchr(text + position, Int32(quote), piece.count - position)
            {
                let found = UnsafeRawPointer(place) - UnsafeRawPointer(text)
                guard found + 1 < piece.count else {
                    if piece.isAtEnd { return piece.fileOffset(of: found) + 1 }
                    begin = piece.fileOffset(of: found)
                    break
                }
                switch text[found + 1] {
                case quote: position = found + 2
                case dialect.delimiter, UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                    return piece.fileOffset(of: found + 1)
                default: return nil
                }
            }
            if piece.isAtEnd { return nil }
        }
    }
}
