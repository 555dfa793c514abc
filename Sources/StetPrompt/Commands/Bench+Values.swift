import LuaKit
import StetCore
import StetScripting
import StetText

/// Values that are printed in a form of their own: collections and views as tables of their first
/// rows, records field by field.
extension Bench {
    /// Rows of a collection that is printed.
    private static var printedRows: Int { 20 }

    /// The limits of printed values, for the width as it is now.
    var presentLimits: ValuePrinter.Limits {
        var limits = printerLimits
        let width = width ?? screen().columns
        limits.width = width > 0 ? width : .max
        return limits
    }

    /// - Returns: false if the value is none of records.
    func showRecords(_ stack: LuaStack, at index: Int) throws -> Bool {
        switch ShownRecords(at: index, of: stack) {
        case .collection(let table)?: try showFirst(of: table.collection.all, in: table)
        case .view(let view, let table)?: try showFirst(of: view, in: table)
        case .record(let record)?:
            try show(record)
            if index < stack.top, let count = stack.integer(at: index + 1), count > 1 {
                say("the first of \(English.count(count, "record")) with that key")
            }
        case nil: return false
        }
        return true
    }

    private func showFirst(of view: CollectionView, in table: TableObject) throws {
        let total = try view.count()
        let layout = table.collection.layout
        let shown =
            try table === self.table && columns != nil
            ? columns.map { try $0.map { try layout.require($0) } } ?? layout.columns
            : layout.columns
        let rows = try (0..<min(total, min(page, Self.printedRows))).compactMap {
            try view.row(at: $0)
        }
        let snapshot = view.collection.snapshot
        let count = try fitting(rows.map { snapshot.record($0) }, shown)
        try tableWriter(specification, shown).write(
            rows.prefix(count).map { snapshot.record($0) })
        rowsShown += count
        let name = TerminalText.line(table.globalName)
        say(
            count < total
                ? "the first \(count) of \(English.count(total, "record")) of \(name)"
                : "\(English.count(total, "record")) of \(name)")
    }

    /// Field by field.
    func show(_ record: RecordView) throws {
        var specification = specification
        specification.mode = .record
        specification.numbersRecords = false
        try tableWriter(specification, record.snapshot.layout.columns).write([record])
    }

    func tableWriter(
        _ specification: TableSpecification, _ columns: [CollectionColumn]
    ) -> RecordTableWriter {
        RecordTableWriter(specification, columns: columns) { [host] bytes in
            host.output(bytes)
            return !host.isOutputClosed()
        }
    }
}
