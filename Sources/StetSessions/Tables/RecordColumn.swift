import StetCore

/// A column of a table of records.
package struct RecordColumn {
    package enum Content {
        case field(String)
        /// Computed of each record, and sorted by what comes out.
        case computed((RecordView) throws -> Value)
    }

    package typealias Order = (RecordView, RecordView) throws -> Bool

    package var name: String
    package var title: String
    package var content: Content
    /// Whether the first of two records comes before the second; nil: by their values.
    package var order: Order?

    package init(
        _ name: String, title: String? = nil, _ content: Content? = nil, order: Order? = nil
    ) {
        self.name = name
        self.title = title ?? name
        self.content = content ?? .field(name)
        self.order = order
    }
}

/// What a table is sorted by.
package struct SortState: Hashable, Sendable, CustomStringConvertible {
    package var column: String
    package var isDescending: Bool

    package init(_ column: String, descending: Bool = false) {
        self.column = column
        isDescending = descending
    }

    /// `weight` or `-weight`.
    package var description: String { (isDescending ? "-" : "") + column }
}

/// How many records of a table can be chosen.
package enum TableSelection: String, CaseIterable, Sendable {
    case none, single, multiple
}

/// What a table is made with.
package struct RecordTableSetup {
    /// Whether an edit of the collection is possible from the table.
    package enum Edit {
        case off
        case on
        /// On, if the handler has no objection. It is told of the records and, for a move, of the
        /// one that they go before.
        case asking(([RowID], RowID?) throws -> String?)
    }

    package var columns: [RecordColumn]
    package var selection = TableSelection.none
    /// nil: all on one page.
    package var rowsPerPage: Int?
    package var canMove: (RecordView) throws -> Bool = { _ in true }
    package var canDelete: (RecordView) throws -> Bool = { _ in true }
    package var move = Edit.on
    package var delete = Edit.on
    /// Told when the cursor comes to a record and when it leaves.
    package var onFocus: ((RowID, Bool) throws -> Void)?

    package init(columns: [RecordColumn]) {
        self.columns = columns
    }
}
