/// What the text of a cell must be. A type judges the text; it never coerces it.
package enum FieldType: String, CaseIterable, Sendable {
    case string, integer, number, boolean, date
}

/// A declared column: its name, its type and what must hold of its cells.
package struct Field: Sendable {
    package var name: String
    package var type: FieldType = .string
    /// What is required of a cell, in the order of the rules file.
    package var constraints: [Constraint] = []
    /// The texts that mean "no value" in this field; nil takes the schema's.
    package var missing: [ByteString]?
    /// Blanks around the text are allowed and not part of it.
    package var trim = false
    /// `007` is an integer.
    package var leadingZeros = false
    package var trueValues: [ByteString] = ["true"]
    package var falseValues: [ByteString] = ["false"]
    /// A label for people; nil: the name.
    package var title: String?
    /// The unit of measurement, shown after a value.
    package var unit: String?

    package init(name: String) {
        self.name = name
    }
}
