import StetCore

/// Guesses the types of columns that no rules declare, from the first records. A guess decides
/// how cells are compared and sorted, never what may be written.
enum TypeGuess {
    private static let sampleSize = 1_000

    private static func kind(of cell: Cell) -> FieldType {
        switch numbers.read(cell) {
        case .value(.integer): .integer
        case .value(.number): .number
        default: .string
        }
    }

    private static let numbers: FieldFormat = {
        var field = Field(name: "")
        field.type = .number
        return FieldFormat(field: field)
    }()

    /// - Returns: a field for each column that holds numbers; the others are text.
    static func fields(of source: any RecordSource) throws(CollectionError) -> [Field] {
        var kinds = [FieldType?](repeating: nil, count: source.columns.count)
        for record in 0..<min(sampleSize, source.recordCount) {
            for (column, cell) in try source.cells(ofRecord: record).enumerated()
            where column < kinds.count && !cell.text.isEmpty {
                let kind = kind(of: cell)
                switch (kinds[column], kind) {
                case (nil, _), (.integer, .number): kinds[column] = kind
                case (.integer, .integer), (.number, .integer), (.number, .number): break
                default: kinds[column] = .string
                }
            }
        }
        return zip(source.columns, kinds).compactMap { name, kind in
            guard let kind, kind != .string else { return nil }
            var field = Field(name: name.description)
            field.type = kind
            return field
        }
    }
}

/// For tables without rules: lets every change stand, unless it takes away what another table
/// refers to.
final class NoRules: ChangeChecker {
    let links: TableLinks?

    init(links: TableLinks? = nil) {
        self.links = links
    }

    func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]] { [:] }

    func findings(
        of change: ProposedChange
    ) throws(CollectionError) -> [RowID: [Finding]] {
        try LinkedChange.findings(of: change, links, nil)
    }

    func reference(
        toField field: String, of snapshot: Snapshot
    ) throws(CollectionError) -> String? {
        try LinkedChange.reference(toField: field, of: snapshot, links)
    }
}
