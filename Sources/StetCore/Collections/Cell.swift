/// The text of one cell of a record, with the one fact about its writing that has a meaning.
package struct Cell: Hashable, Sendable {
    /// What the cell means: quotes and escapes undone.
    package var text: ByteString
    /// The cell stands, or must be written, in quotes. It tells an empty text from a missing
    /// value where the schema says `quotedEmptyIsText`.
    package var isQuoted: Bool

    package init(_ text: ByteString, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
    }

    package static let empty = Cell("")

    /// Whether two cells mean the same, whoever wrote them: quotes matter only around nothing.
    static func isSame(_ left: Cell?, _ right: Cell?, by schema: Schema) -> Bool {
        guard let left, let right else { return left == right }
        return left.text == right.text
            && (left.isQuoted == right.isQuoted || !left.text.isEmpty
                || !schema.quotedEmptyIsText)
    }
}
