/// Writes JSON (RFC 8259) to a buffer of bytes, in the order of the calls.
///
/// Commas are placed by the writer. It trusts its caller to close what it opens and to give each
/// member of an object a key.
package struct JSONText: Sendable {
    /// What stands for bytes that are not valid UTF-8.
    package enum InvalidBytes: Hashable, Sendable {
        /// The text `\xNN`, which a reader can turn back.
        case escaped
        /// U+FFFD.
        case replaced
    }

    /// What has been written and not yet taken away.
    package private(set) var bytes: [UInt8] = []

    /// Spaces for each level, or nil for everything on one line.
    private let indentation: Int?
    private var depth = 0
    private var needsComma = false
    private var followsKey = false

    package init(indentation: Int? = nil) {
        self.indentation = indentation
    }

    /// `{`, the members that the closure writes, `}`.
    package mutating func object<Failure: Error>(
        _ members: (inout JSONText) throws(Failure) -> Void
    ) throws(Failure) {
        beginObject()
        try members(&self)
        endObject()
    }

    /// `[`, the elements that the closure writes, `]`.
    package mutating func array<Failure: Error>(
        _ elements: (inout JSONText) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        try elements(&self)
        endArray()
    }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// The key of the member whose value is written next.
    package mutating func key(_ name: String) {
        beginValue()
        bytes.appendJSONString(name)
        endKey()
    }

    /// As for a text.
    package mutating func key(
        bytes name: borrowing Span<UInt8>, invalid: InvalidBytes = .escaped
    ) {
        beginValue()
        bytes.appendJSONString(name, invalid: invalid)
        endKey()
    }

    /// A text, or null.
    package mutating func value(_ text: String?) {
        guard let text else { return null() }
        beginValue()
        bytes.appendJSONString(text)
        needsComma = true
    }

    /// Text of unknown encoding, or null: each invalid byte is written as the text `\xNN`.
    package mutating func value(lossy text: [UInt8]?) {
        guard let text else { return null() }
        value(text.span)
    }

    /// Bytes of a file as a string.
    package mutating func value(
        _ text: borrowing Span<UInt8>, invalid: InvalidBytes = .escaped
    ) {
        beginValue()
        bytes.appendJSONString(text, invalid: invalid)
        needsComma = true
    }

    /// A number, or null.
    package mutating func value(_ number: Int?) {
        guard let number else { return null() }
        raw(String(number))
    }

    /// The shortest form that reads back as the same number; null if it is not finite, which
    /// JSON cannot say.
    package mutating func value(_ number: Double) {
        raw(number.isFinite ? number.description : "null")
    }

    package mutating func value(_ flag: Bool) {
        raw(flag ? "true" : "false")
    }

    package mutating func null() {
        raw("null")
    }

    /// A value that already is JSON.
    package mutating func raw(_ json: String) {
        beginValue()
        bytes.append(text: json)
        needsComma = true
    }

    /// Ends a line of JSON Lines, or the document.
    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Forgets what has been written, once it is elsewhere. The writing goes on where it was.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func open(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        // Nothing between the brackets: they stay together.
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func beginValue() {
        if followsKey {
            followsKey = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
    }

    private mutating func endKey() {
        bytes.append(UInt8(ascii: ":"))
        if indentation != nil { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
        needsComma = false
    }

    private mutating func breakLine() {
        guard let indentation else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(UInt8(ascii: " "), times: depth * indentation)
    }
}
