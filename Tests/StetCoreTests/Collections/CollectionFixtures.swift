import StetCore

/// A small fruit basket, with a key and types.
func fruits(_ schema: Schema = fruitSchema()) -> StetCore.Collection {
    StetCore.Collection(source: fruitSource(), schema: schema)
}

func fruitSchema() -> Schema {
    var schema = Schema()
    var weight = Field(name: "weight")
    weight.type = .number
    var count = Field(name: "count")
    count.type = .integer
    schema.key = ["id"]
    schema.fields = [Field(name: "id"), Field(name: "name"), weight, count]
    return schema
}

func fruitSource(readOnly: String? = nil) -> MemorySource {
    source(
        ["id", "name", "weight", "count"],
        [
            ["a", "Apple", "120", "3"],
            ["b", "Banana", "100.0", ""],
            ["c", "Cherry", "", "50"],
            ["d", "Date", "x", "7"],
        ], readOnly: readOnly)
}

func source(
    _ columns: [ByteString], _ records: [[ByteString]], readOnly: String? = nil
) -> MemorySource {
    MemorySource(
        name: "fruits.csv", columns: columns, records: records.map { $0.map { Cell($0) } },
        readOnlyReason: readOnly)
}

extension StetCore.Collection {
    func row(_ key: String) throws -> RowID { try require(RecordKey(ByteString(key))) }

    func text(_ key: String, _ field: String) throws -> String? {
        try record(row(key)).cell(field)?.text.description
    }

    /// All texts, record by record.
    var table: [[String]] {
        get throws { try snapshot.table }
    }
}

extension Snapshot {
    var table: [[String]] {
        get throws {
            try rows.map { row in
                try record(row).cells().map { $0?.text.description ?? "-" }
            }
        }
    }
}

/// Refuses records whose field holds a text.
final class Refuser: ChangeChecker {
    let field: String
    let text: ByteString
    var severity = Severity.error

    init(_ field: String, _ text: ByteString) {
        self.field = field
        self.text = text
    }

    func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]] {
        var result: [RowID: [Finding]] = [:]
        for row in rows where try snapshot.record(row).cell(field)?.text == text {
            var finding = Finding(
                file: "", code: "bad", severity: severity, message: "must not be \(text)")
            finding.field = field
            result[row] = [finding]
        }
        return result
    }
}
