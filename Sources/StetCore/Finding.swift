/// Something that a check has to say about a table: what, where, how grave.
package struct Finding: Sendable {
    /// The path as the user gave it.
    package var file: String
    /// From 1; the header is not counted.
    package var record: Int?
    /// The physical line, from 1.
    package var line: Int?
    /// The byte column on that line, from 1.
    package var column: Int?
    /// Bytes from the start of the file.
    package var offset: Int?
    package var key: [ByteString]?
    package var field: String?
    package var code: String
    package var severity: Severity
    package var message: String
    /// The cell's text, at most `valueLimit` bytes of it.
    package var value: ByteString?
    /// The line that `line` names, for reports that show it.
    package var excerpt: Excerpt?
    /// The rule that spoke: an index into the plan's rules. Orders findings at one place.
    package var rule: Int

    package static let valueLimit = 200

    package init(
        file: String, code: String, severity: Severity, message: String, rule: Int = 0
    ) {
        self.file = file
        self.code = code
        self.severity = severity
        self.message = message
        self.rule = rule
    }

    /// A line of the file, perhaps cut, with the part that a finding is about.
    package struct Excerpt: Sendable {
        package var text: ByteString
        /// The bytes of `text` to underline.
        package var marked: Range<Int>
        package var isCutAtStart: Bool
        package var isCutAtEnd: Bool

        package init(
            text: ByteString, marked: Range<Int>, isCutAtStart: Bool = false,
            isCutAtEnd: Bool = false
        ) {
            self.text = text
            self.marked = marked
            self.isCutAtStart = isCutAtStart
            self.isCutAtEnd = isCutAtEnd
        }
    }
}

extension Finding {
    /// A cell's text as `value` holds it: its beginning, cut between characters.
    package static func shown(_ text: ByteString) -> ByteString {
        let bytes = text.bytes
        guard bytes.count > valueLimit else { return text }
        var end = valueLimit
        // A character has at most three bytes that continue it.
        while end > valueLimit - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return ByteString(bytes.prefix(bytes[end] & 0xC0 == 0x80 ? valueLimit : end))
    }

    /// The order of a report: offset, then rule; findings without a place come last.
    package static func inFileOrder(_ left: Finding, _ right: Finding) -> Bool {
        let (leftOffset, rightOffset) = (left.offset ?? .max, right.offset ?? .max)
        return leftOffset == rightOffset ? left.rule < right.rule : leftOffset < rightOffset
    }
}
