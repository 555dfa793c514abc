import StetCore
import StetText

/// A way to draw a row, known by identity. A row names its cell and never sees it.
package final class ListCell {
    /// The lines of a row for a width in columns. Its accessory is drawn beside them, by whoever
    /// draws the list.
    package let lines: (ListRow, Int) throws -> [ByteString]

    package init(_ lines: @escaping (ListRow, Int) throws -> [ByteString]) {
        self.lines = lines
    }
}

/// The cells that rows may name.
package final class CellRegistry {
    package static let standard = "value1"
    /// The cells that every registry has; their drawing depends on how a list is drawn.
    package enum Provided: String, CaseIterable, Sendable {
        /// Text, and at the right the detail.
        case value1
        /// Text at the right of a narrow column, then the detail.
        case value2
        /// The detail under the text.
        case subtitle
        /// Text that looks as if it could be pressed.
        case button
    }

    private var cells: [String: ListCell] = [:]

    package init() {}

    /// Has rows find a cell under a name. The same cell again is no matter; a name that is taken
    /// is refused.
    package func register(_ name: String, _ cell: ListCell) throws(Refusal) {
        guard !name.isEmpty else { throw Refusal(.value, "a cell has a name") }
        if Provided(rawValue: name) != nil {
            throw Refusal(.value, "the cell \"\(name)\" is there already; take another name")
        }
        if let known = cells[name] {
            guard known === cell else {
                throw Refusal(.value, "the cell \"\(name)\" is there already; take another name")
            }
            return
        }
        cells[name] = cell
    }

    package subscript(name: String) -> ListCell? { cells[name] }

    package var names: Set<String> {
        Set(cells.keys).union(Provided.allCases.map(\.rawValue))
    }

    static func unknown(_ name: String, among names: Set<String>, wantedBy row: String) -> String {
        let sorted = names.sorted()
        return "\(row): there is no cell \"\(name)\""
            + (Suggestion.nearest(to: name, among: sorted).map { "; did you mean \"\($0)\"?" }
                ?? "; there are \(English.list(sorted))")
    }
}
