import StetCore
import StetText

/// Writes records as a table, piece by piece.
package struct RecordTableWriter {
    private let specification: TableSpecification
    private let columns: [CollectionColumn]
    /// Takes what was written; false: nobody wants more.
    private let write: ([UInt8]) -> Bool

    /// Bytes that are written together.
    private static let pieceSize = 64 << 10

    package init(
        _ specification: TableSpecification, columns: [CollectionColumn],
        write: @escaping ([UInt8]) -> Bool
    ) {
        self.specification = specification
        self.columns = columns
        self.write = write
    }

    package func write(_ view: CollectionView) throws {
        try write { write in try view.forEach(write) }
    }

    package func write(_ records: [RecordView]) throws {
        try write { write in for record in records where try !write(record) { return } }
    }

    private func write(_ body: ((RecordView) throws -> Bool) throws -> Void) throws {
        var output: [UInt8] = []
        var renderer = specification.renderer()
        renderer.begin(columns.map { TableColumn(name: $0.name.bytes) }, into: &output)
        try body { record in
            var cells: [TableCell] = []
            for column in columns {
                cells.append(
                    Self.cell(try record.snapshot.cell(record.row, column.id), column.format))
            }
            renderer.row(cells, into: &output)
            guard output.count >= Self.pieceSize else { return true }
            defer { output.removeAll(keepingCapacity: true) }
            return write(output)
        }
        renderer.end(into: &output)
        _ = write(output)
    }

    private static func cell(_ cell: Cell?, _ format: FieldFormat) -> TableCell {
        guard let cell else { return .missing }
        let kind: TableCell.Kind =
            switch format.read(cell) {
            case .missing: .missing
            case .illTyped, .value(.text), .value(.missing): .text
            case .value(.integer): .integer
            case .value(.number): .number
            case .value(.boolean(let value)): .boolean(value)
            }
        return TableCell(kind, cell.text.bytes[...])
    }
}
