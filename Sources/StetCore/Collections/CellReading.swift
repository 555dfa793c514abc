/// What a cell is in the eyes of its field.
package enum CellReading: Hashable, Sendable {
    /// A missing token, or no cell at all.
    case missing
    /// A text that the field's type does not allow.
    case illTyped
    /// Never `Value.missing`.
    case value(Value)

    /// The value, or `missing` for what has none.
    package var value: Value {
        if case .value(let value) = self { return value }
        return .missing
    }
}

/// What a change gives a field.
package enum FieldInput: Hashable, Sendable {
    /// A value; the field's type says how it is written, or that it does not hold it.
    case value(Value)
    /// The cell's text, as a person types it.
    case text(ByteString)
    /// Exactly this cell, its quotes too: what a diff or a journal kept.
    case cell(Cell)
}

/// A field and what to put there.
package struct FieldAssignment: Sendable {
    package var field: String
    package var input: FieldInput

    package init(_ field: String, _ input: FieldInput) {
        self.field = field
        self.input = input
    }

    package init(_ field: String, value: Value) {
        self.init(field, .value(value))
    }

    package init(_ field: String, text: ByteString) {
        self.init(field, .text(text))
    }
}
