import StetCore

/// A place in a file.
package struct Position: Hashable, Sendable {
    /// Bytes from the start of the file.
    package var offset: Int
    /// The physical line, from 1.
    package var line: Int
    /// The byte on that line, from 1.
    package var column: Int
}

/// How far a search for lines has come.
struct LinePlace {
    var index = 0
    /// Physical lines of the chunk that end before `index`.
    var line = 0
    var lineStart = 0
    /// Of `lineStart`; negative: not asked for yet.
    var fileOffset = -1
}

extension Chunk {
    /// Where a byte of the text stands in the file.
    package func fileOffset(of offset: Int) -> Int {
        guard encoding != .utf8 else { return fileOffset + offset }
        var (low, high) = (0, marks.count)
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].text <= offset { low = middle + 1 } else { high = middle }
        }
        var (text, file) = low == 0 ? (0, fileOffset) : marks[low - 1]
        if lastMark.text > text, lastMark.text <= offset { (text, file) = lastMark }
        file += fileBytes(from: text, to: offset)
        lastMark = (offset, file)
        return file
    }

    /// Where the text of a place in the file begins; beyond all text if it is not loaded. Where
    /// a piece of transcoded text ended before half a character, that character's place.
    func textOffset(ofTarget target: Int) -> Int {
        if encoding == .utf8 { return target - fileOffset }
        let mark = marks.first { $0.file > target - encoding.unitSize * 2 + 1 }
        return mark?.text ?? .max - 64
    }

    /// How many bytes of the file a part of the text takes.
    private func fileBytes(from start: Int, to offset: Int) -> Int {
        switch encoding {
        case .utf8: return offset - start
        case .latin1, .windows1252:
            var characters = 0
            for index in start..<offset where text[index] & 0xC0 != 0x80 { characters += 1 }
            return characters
        case .utf16LittleEndian, .utf16BigEndian:
            var units = 0
            for index in start..<offset where text[index] & 0xC0 != 0x80 {
                units += text[index] >= 0xF0 ? 2 : 1
            }
            return units * 2
        }
    }

    /// The place of a byte of the text. The line is counted from the nearest known one, which
    /// may be that of the last call: asking in ascending order costs linear time.
    ///
    /// - Parameters:
    ///   - known: an offset at or before `offset` that begins a line.
    ///   - lines: physical lines of the chunk before it.
    package func position(of offset: Int, known: Int = 0, lines: Int = 0) -> Position {
        var place = LinePlace(index: known, line: lines, lineStart: known)
        if known == lastPlace.lineStart { place.fileOffset = lastPlace.fileOffset }
        if lastPlace.index >= known, lastPlace.index <= offset { place = lastPlace }
        while place.index < offset {
            let byte = text[place.index]
            place.index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), place.index < count,
                text[place.index] == UInt8(ascii: "\n")
            {
                // The offset is inside the line end.
                if place.index >= offset { break }
                place.index += 1
            }
            place.line += 1
            place.lineStart = place.index
        }
        if place.lineStart != lastPlace.lineStart || place.fileOffset < 0 {
            place.fileOffset = fileOffset(of: place.lineStart)
        }
        if offset == 0 || text[offset - 1] != UInt8(ascii: "\r") { lastPlace = place }
        let fileOffset = fileOffset(of: offset)
        return Position(
            offset: fileOffset, line: linesBefore + place.line + 1,
            column: fileOffset - place.fileOffset + 1)
    }

    /// The physical line around a part of the text, cut to `limit` bytes about it.
    package func excerpt(around range: Range<Int>, limit: Int = 240) -> Finding.Excerpt {
        func isLineEnd(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
        var start = range.lowerBound
        while start > 0, range.lowerBound - start < limit, !isLineEnd(text[start - 1]) {
            start -= 1
        }
        var end = range.lowerBound
        while end < count, end - range.lowerBound < limit, !isLineEnd(text[end]) { end += 1 }
        let isCutAtStart = start > 0 && !isLineEnd(text[start - 1])
        let isCutAtEnd = end < count && !isLineEnd(text[end])
        // A cut may not split a character.
        while isCutAtStart, start < range.lowerBound, text[start] & 0xC0 == 0x80 { start += 1 }
        while isCutAtEnd, end > range.lowerBound, text[end] & 0xC0 == 0x80 { end -= 1 }
        let line = UnsafeBufferPointer(start: text + start, count: end - start)
        return Finding.Excerpt(
            text: ByteString(line),
            marked: (range.lowerBound - start)..<(min(range.upperBound, end) - start),
            isCutAtStart: isCutAtStart, isCutAtEnd: isCutAtEnd)
    }
}

extension TextEncoding {
    /// Bytes of the smallest part of a character.
    var unitSize: Int {
        switch self {
        case .utf8, .latin1, .windows1252: 1
        case .utf16LittleEndian, .utf16BigEndian: 2
        }
    }
}
