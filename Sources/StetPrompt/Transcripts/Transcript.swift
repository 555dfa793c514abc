import LuaKit

/// Lua as it is typed at the prompt, with what it prints written below it or behind it:
///
/// ```
/// local fruits = stet.open "fruits.csv"
/// #fruits
/// --> 6
/// fruits:get("🍌").name --> "Banana"
/// ```
package struct Transcript {
    /// Lines that were typed together, and what they should print.
    struct Entry {
        /// The number of the first line, from 1.
        var line: Int
        var text: [UInt8]
        var expectation: Expectation?
    }

    struct Expectation {
        /// What is printed, line by line.
        var lines: [String]
        /// The numbers of the lines that say so, from 1.
        var range: ClosedRange<Int>
        /// Behind an entry's last line: where the comment begins in it, in bytes.
        var column: Int?
        /// The blanks before the marks.
        var indentation: [UInt8] = []
    }

    private(set) var entries: [Entry] = []
    private(set) var lines: [[UInt8]]

    static let mark = Array("-->".utf8)

    /// Whether a Lua file is a transcript: a comment in it begins with `-->`, and it declares no
    /// test.
    package static func isTranscript(_ text: [UInt8]) -> Bool {
        guard text.firstRange(of: mark) != nil else { return false }
        let lexer = LuaLexer(text)
        var hasMark = false
        for (index, token) in lexer.tokens.enumerated() {
            if token.kind == .comment, text[token.range].starts(with: mark) { hasMark = true }
            if token.kind == .name, lexer.text(token) == "test",
                lexer.is(index + 1, "(")
            {
                return false
            }
        }
        return hasMark
    }

    package init(_ text: [UInt8]) {
        lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Array($0) }
        var scanner = EntryScanner()
        var current: Entry?
        func close() {
            if let entry = current { entries.append(entry) }
            current = nil
            scanner = EntryScanner()
        }
        for (index, line) in lines.enumerated() {
            let number = index + 1
            if current == nil || !scanner.isOpen, let (indentation, text) = Self.marked(line) {
                close()
                expect(text, at: number, indentation)
                continue
            }
            if index == 0, line.starts(with: Array("#!".utf8)) { continue }
            if current == nil {
                guard line.contains(where: { $0 > 0x20 }) else { continue }
                current = Entry(line: number, text: [])
            } else {
                current?.text.append(UInt8(ascii: "\n"))
            }
            current?.text += line
            scanner.add(line)
            guard !scanner.isOpen else { continue }
            if let entry = current, let column = Self.comment(behind: entry.text, lastLine: line) {
                let start = line.index(line.startIndex, offsetBy: column + Self.mark.count)
                current?.expectation = Expectation(
                    lines: [Self.text(line[start...])], range: number...number, column: column)
            }
            close()
        }
        close()
    }

    /// A line that is nothing but a mark and what follows it.
    private static func marked(_ line: [UInt8]) -> (indentation: [UInt8], text: String)? {
        let indentation = line.prefix { $0 == 0x20 || $0 == 0x09 }
        let rest = line.dropFirst(indentation.count)
        guard rest.starts(with: mark) else { return nil }
        return (Array(indentation), text(rest.dropFirst(mark.count)))
    }

    /// Without the one blank after the mark, and those at the end.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        if bytes.first == 0x20 { bytes.removeFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x0D { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where a comment with the mark begins in the last line of an entry, behind code.
    private static func comment(behind entry: [UInt8], lastLine line: [UInt8]) -> Int? {
        guard let last = LuaLexer(entry).tokens.last, last.kind == .comment,
            entry[last.range].starts(with: mark)
        else { return nil }
        return last.range.lowerBound - (entry.count - line.count)
    }

    private mutating func expect(_ text: String, at line: Int, _ indentation: [UInt8]) {
        guard let index = entries.indices.last else { return }
        if var known = entries[index].expectation {
            known.lines.append(text)
            known.range = known.range.lowerBound...line
            entries[index].expectation = known
        } else {
            entries[index].expectation = Expectation(
                lines: [text], range: line...line, indentation: indentation)
        }
    }

    /// The text with other expectations.
    ///
    /// - Parameter printed: what entries print, by their index.
    func updated(_ printed: [Int: [String]]) -> [UInt8] {
        var result: [[UInt8]] = lines
        // From the end, so that the numbers of lines hold.
        for (index, texts) in printed.sorted(by: { $0.key > $1.key }) {
            guard let expectation = entries[index].expectation else { continue }
            let first = expectation.range.lowerBound - 1
            // A file with ends of lines as on Windows keeps them.
            let end: [UInt8] = result[first].last == 0x0D ? [0x0D] : []
            let marks = { (indentation: [UInt8], texts: [String]) in
                texts.map { text in
                    indentation + Self.mark + (text.isEmpty ? [] : [0x20] + Array(text.utf8)) + end
                }
            }
            if let column = expectation.column {
                var code = Array(result[first].prefix(column))
                var rest = texts
                if texts.count == 1, expectation.range.count == 1 {
                    code += marks([], texts)[0]
                    rest = []
                } else {
                    while code.last == 0x20 { code.removeLast() }
                    code += end
                }
                let indentation = Array(code.prefix { $0 == 0x20 || $0 == 0x09 })
                result.replaceSubrange(
                    first..<expectation.range.upperBound, with: [code] + marks(indentation, rest))
            } else {
                result.replaceSubrange(
                    first..<expectation.range.upperBound,
                    with: marks(expectation.indentation, texts))
            }
        }
        return Array(result.joined(separator: [UInt8(ascii: "\n")]))
    }
}
