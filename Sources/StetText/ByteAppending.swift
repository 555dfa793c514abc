// Unsafe code: one append. Its invariant: the pointer of a span is used only inside the closure
// that lends it, and the array copies the bytes before the closure returns.

extension [UInt8] {
    /// Appends the bytes of a span, which may belong to any buffer.
    package mutating func append(copying bytes: borrowing Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// Appends the UTF-8 of a text.
    package mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends one byte a number of times.
    mutating func append(_ byte: UInt8, times count: Int) {
        append(contentsOf: repeatElement(byte, count: Swift.max(0, count)))
    }
}
