/// Records held in memory: those of a collection that a script builds, and of tests.
package final class MemorySource: RecordSource {
    package let name: String
    package let columns: [ByteString]
    package let readOnlyReason: String?
    private let records: [[Cell]]

    package init(
        name: String = "collection", columns: [ByteString], records: [[Cell]],
        readOnlyReason: String? = nil
    ) {
        self.name = name
        self.columns = columns
        self.records = records
        self.readOnlyReason = readOnlyReason
    }

    package var recordCount: Int { records.count }

    package func cells(ofRecord record: Int) -> [Cell] { records[record] }

    package func cell(record: Int, column: Int) -> Cell? {
        let cells = records[record]
        return column < cells.count ? cells[column] : nil
    }
}
