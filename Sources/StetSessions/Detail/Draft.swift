import StetCore

/// A record as a person is about to have it: the text of each cell, and whether it is quoted.
/// A value; nothing that is done to it reaches the record.
package struct Draft: Sendable {
    package let layout: ColumnLayout
    /// In the order of the columns; nil where the record is too short to have the cell.
    package private(set) var cells: [Cell?]

    package init(_ layout: ColumnLayout, cells: [Cell?]) {
        self.layout = layout
        let missing = max(0, layout.columns.count - cells.count)
        self.cells = cells.prefix(layout.columns.count) + Array(repeating: nil, count: missing)
    }

    /// A record in which nothing has a value.
    package init(blank layout: ColumnLayout) {
        self.init(layout, cells: layout.columns.map(\.format.absent))
    }

    package var fields: [String] { layout.names }

    package func cell(_ field: String) -> Cell? {
        layout.index(of: field).flatMap { cells[$0] }
    }

    package func text(_ field: String) -> ByteString? { cell(field)?.text }

    /// What the cell is in the eyes of its field; nil without such a field.
    package func reading(_ field: String) -> CellReading? {
        layout.index(of: field).map { layout.columns[$0].format.read(cells[$0]) }
    }

    /// The value of a field; missing too where the text is not of the field's type.
    package func value(_ field: String) -> Value { reading(field)?.value ?? .missing }

    /// Puts something into a field. What says nothing new leaves the cell as it is written.
    ///
    /// - Parameter original: what the record was: a text that is back at that has its cell again.
    /// - Throws: for a field that there is not, and for a value that its type does not hold.
    package mutating func set(
        _ field: String, _ input: FieldInput, original: Draft? = nil
    ) throws(CollectionError) {
        let format = try layout.require(field).format
        guard let index = layout.index(of: field) else { return }
        let new = try format.cell(for: input)
        let old = cells[index]
        switch input {
        case .value where format.isSame(old, new): return
        case .text where old?.text == new.text: return
        default: break
        }
        cells[index] = new
        guard let before = original?.cells[index] else {
            // The cell was not there, and need not be for no value.
            if let original, original.cells[index] == nil, format.isMissing(new) {
                cells[index] = nil
            }
            return
        }
        if case .cell = input { return }
        if before.text == new.text, !new.text.isEmpty || before.isQuoted == new.isQuoted {
            cells[index] = before
        }
    }

    /// What of this draft differs from another one, in the order of the columns.
    package func changes(from other: Draft) -> [FieldChange] {
        layout.columns.indices.compactMap { index in
            let (old, new) = (other.cells[index], cells[index])
            if old == new { return nil }
            return FieldChange(field: layout.names[index], old: old, new: new)
        }
    }
}

extension Draft: Equatable {
    package static func == (left: Draft, right: Draft) -> Bool {
        left.layout === right.layout && left.cells == right.cells
    }
}

/// A field of a draft that is not as it was.
package struct FieldChange: Hashable, Sendable {
    package var field: String
    package var old: Cell?
    package var new: Cell?
}
