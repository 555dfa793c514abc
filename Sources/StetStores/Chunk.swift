import CBits
import StetCore

/// A piece of a file that begins and ends between records, in UTF-8.
///
/// Unsafe code: owns `storage`; `text` points into it. `text[count]` is a line feed and the 64
/// bytes after it are readable, so that a reader may look past the end. A chunk belongs to one
/// thread and is filled again and again.
package final class Chunk {
    package internal(set) var text: UnsafePointer<UInt8>
    package internal(set) var count = 0
    /// Where the text begins in the file.
    package internal(set) var fileOffset = 0
    /// Records of the file before the chunk, the header not counted.
    package internal(set) var recordsBefore = 0
    /// Physical lines of the file before the chunk, the header's counted.
    package internal(set) var linesBefore = 0
    package internal(set) var records = 0
    package internal(set) var lines = 0
    package internal(set) var encoding = TextEncoding.utf8
    /// Offsets into the text of characters that the encoding could not give.
    package internal(set) var undecodable: [Int] = []
    /// Where the parser goes on.
    var parsed = 0
    var parsedRecords = 0
    var parsedLines = 0

    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private static let padding = 128

    package init(capacity: Int = 64 << 10) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity + Self.padding)
        text = UnsafePointer(storage)
    }

    deinit {
        storage.deallocate()
    }

    /// Room for `wanted` bytes; the first `kept` of the present ones stay.
    func reserve(_ wanted: Int, keeping kept: Int = 0) -> UnsafeMutablePointer<UInt8> {
        if wanted > capacity {
            let larger = max(wanted, capacity + capacity / 2)
            let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
            new.update(from: storage, count: kept)
            storage.deallocate()
            storage = new
            capacity = larger
            text = UnsafePointer(new)
        }
        return storage
    }

    /// Declares the first `count` bytes the text, and terminates it.
    func finish(count: Int) {
        self.count = count
        (storage + count).update(repeating: 0, count: Self.padding)
        storage[count] = UInt8(ascii: "\n")
        text = UnsafePointer(storage)
        parsed = 0
        parsedRecords = 0
        parsedLines = 0
    }
}

/// A place in a file.
package struct Position: Hashable, Sendable {
    /// Bytes from the start of the file.
    package var offset: Int
    /// The physical line, from 1.
    package var line: Int
    /// The byte on that line, from 1.
    package var column: Int
}

extension Chunk {
    /// How many bytes of the file the text before `offset` takes.
    package func fileBytes(before offset: Int, from start: Int = 0) -> Int {
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

    /// The place of a byte of the text. The line is counted from the nearest known one.
    ///
    /// - Parameters:
    ///   - known: an offset at or before `offset` that begins a line.
    ///   - lines: physical lines of the chunk before it.
    package func position(of offset: Int, known: Int = 0, lines: Int = 0) -> Position {
        var line = lines
        var lineStart = known
        var index = known
        while index < offset {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            if byte == UInt8(ascii: "\r"), text[index] == UInt8(ascii: "\n"), index < count {
                if index >= offset { break }
                index += 1
            }
            line += 1
            lineStart = index
        }
        return Position(
            offset: fileOffset + fileBytes(before: offset), line: linesBefore + line + 1,
            column: fileBytes(before: offset, from: lineStart) + 1)
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
