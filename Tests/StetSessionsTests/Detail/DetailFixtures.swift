import StetCore

@testable import StetSessions

/// Rules for the teas below, in the form in which a collection asks for them.
final class TeaRules: ChangeChecker {
    private(set) var asked = 0

    func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]] {
        asked += 1
        var result: [RowID: [Finding]] = [:]
        for row in rows {
            let record = snapshot.record(row)
            func add(_ field: String?, _ code: String, _ message: String) {
                var finding = Finding(file: "teas", code: code, severity: .error, message: message)
                finding.field = field
                result[row, default: []].append(finding)
            }
            if try record.reading("name") == .missing {
                add("name", "required", "must have a value")
            }
            switch try record.reading("grams") {
            case .illTyped: add("grams", "type", "must be an integer")
            case .value(.integer(let grams)) where grams <= 0:
                add("grams", "above", "must be above 0")
            default: break
            }
            if try record.reading("kind").value == .text("white"),
                case .integer(let grams) = try record.reading("grams").value, grams > 500
            {
                add(nil, "too much", "nobody has that much white tea")
            }
        }
        return result
    }
}

/// Six teas; their key is `id`.
func teas(_ rules: any ChangeChecker = TeaRules()) -> Collection {
    var grams = Field(name: "grams")
    grams.type = .integer
    var schema = Schema()
    schema.key = ["id"]
    schema.fields = [Field(name: "id"), Field(name: "name"), grams, Field(name: "kind")]
    let records = [
        ["as", "Assam", "250", "black"], ["dj", "Darjeeling", "100", "black"],
        ["se", "Sencha", "75", "green"], ["bm", "Bai Mudan", "50", "white"],
        ["ro", "Rooibos", "", "herbal"], ["da", "Dà Hóng Páo", "25", "oolong"],
    ]
    return Collection(
        source: MemorySource(
            name: "teas", columns: ["id", "name", "grams", "kind"],
            records: records.map { $0.map { Cell(ByteString($0)) } }),
        schema: schema, checker: rules)
}

extension Collection {
    /// The texts of a record.
    func texts(_ key: ByteString) throws -> [String]? {
        guard let found = try find(RecordKey(key)) else { return nil }
        return try record(found.row).cells().map { $0?.text.description ?? "-" }
    }

    var keys: [String] {
        get throws { try snapshot.rows.map { try snapshot.key(of: $0).description } }
    }
}

/// What handlers saw, in order.
final class Diary {
    var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

extension DetailSession.Settings {
    init(_ change: (inout DetailSession.Settings) -> Void) {
        self.init()
        change(&self)
    }
}

/// Why something is not done; nil: it is.
func refusal(_ body: () throws -> Void) -> Refusal? {
    do {
        try body()
        return nil
    } catch {
        return error as? Refusal ?? Refusal(.state, "\(error)")
    }
}
