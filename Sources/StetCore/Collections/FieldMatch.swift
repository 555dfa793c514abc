/// What a record must hold to be wanted: fields with values, all of which must hold.
package struct FieldMatch: Sendable {
    package enum Wanted: Sendable {
        /// The cell has this value; `missing` wants it to have none.
        case value(Value)
        /// Any of these.
        case anyOf([Value])
        /// The cell has this text, whatever it means.
        case text(ByteString)
    }

    package var conditions: [(field: String, wanted: Wanted)]

    package init(_ conditions: [(field: String, wanted: Wanted)]) {
        self.conditions = conditions
    }

    /// Whether a cell is what is wanted. A cell of the wrong type equals nothing.
    static func matches(_ cell: Cell?, _ wanted: Wanted, _ format: FieldFormat) -> Bool {
        switch wanted {
        case .text(let text): cell?.text == text
        case .value(let value): isEqual(format.read(cell), value)
        case .anyOf(let values):
            { reading in values.contains { isEqual(reading, $0) } }(format.read(cell))
        }
    }

    private static func isEqual(_ reading: CellReading, _ value: Value) -> Bool {
        switch (reading, value) {
        case (.missing, .missing): true
        case (.value(let left), let right): left.isEqual(to: right)
        default: false
        }
    }
}
