/// Names a column for the session, whatever it is called and wherever it stands: the source's
/// columns have their place in it, from 0, added ones the numbers after these.
package struct ColumnID: Hashable, Comparable, Sendable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package static func < (left: ColumnID, right: ColumnID) -> Bool {
        left.number < right.number
    }
}

/// One column of a collection as it is now.
package struct CollectionColumn: Sendable {
    package let id: ColumnID
    package var name: ByteString
    /// What records hold that were never given a value: for columns added to the collection.
    package var filler: Cell?
    /// How its cells are read and written.
    package var format: FieldFormat

    package var field: String { format.field.name }
}

/// The columns of a collection, in order. Immutable and shared by many states.
package final class ColumnLayout: Sendable {
    package let columns: [CollectionColumn]
    private let indexByName: [String: Int]

    package init(_ columns: [CollectionColumn]) {
        self.columns = columns
        indexByName = Dictionary(
            columns.enumerated().map { ($1.name.description, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    package var names: [String] { columns.map { $0.name.description } }

    /// The first column of the name.
    package func column(named name: String) -> CollectionColumn? {
        indexByName[name].map { columns[$0] }
    }

    package func index(of name: String) -> Int? { indexByName[name] }

    package func column(_ id: ColumnID) -> CollectionColumn? {
        // Most layouts are the source's own.
        if id.number < columns.count, columns[id.number].id == id { return columns[id.number] }
        return columns.first { $0.id == id }
    }

    /// The column of the name, or an error that names the nearest right one.
    package func require(_ name: String) throws(CollectionError) -> CollectionColumn {
        if let column = column(named: name) { return column }
        var message = "no field “\(name)”"
        if let near = NearestName.of(name, among: names) { message += "; did you mean “\(near)”?" }
        throw CollectionError(.noSuchField, message)
    }
}
