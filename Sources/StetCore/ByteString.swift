/// Bytes as a file holds them: usually UTF-8, but never assumed to be.
///
/// Cells, keys and Lua strings are compared, hashed and ordered as bytes, so that two spellings
/// of one accented letter stay two keys, as they are in the file.
package struct ByteString: Hashable, Sendable, Comparable, ExpressibleByStringLiteral {
    package var bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// The text, or nil if the bytes are not valid UTF-8.
    package var string: String? { String(validating: bytes, as: UTF8.self) }

    package static func < (left: ByteString, right: ByteString) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension ByteString: CustomStringConvertible {
    /// The text with each invalid byte written as `\xNN`.
    package var description: String {
        if let string { return string }
        var result = ""
        var rest = bytes[...]
        while let first = rest.first {
            var iterator = rest.makeIterator()
            var parser = UTF8.ForwardParser()
            if case .valid(let scalar) = parser.parseScalar(from: &iterator) {
                result.unicodeScalars.append(UTF8.decode(scalar))
                rest = rest.dropFirst(scalar.count)
            } else {
                result += "\\x" + String(first, radix: 16, uppercase: true)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
