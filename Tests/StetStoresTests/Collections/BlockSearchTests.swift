import StetCore
import TestSupport
import Testing

@testable import StetStores

/// Searches run over blocks of a file's bytes, and fall back to looking at records one by one.
/// Both must say the same: a source in memory, which has no blocks, says what is right.
@Suite("Searching a file in blocks")
struct BlockSearchTests {
    private static let columns = ["id", "name", "weight", "count", "day"]

    private static let cells: [String: [String]] = [
        "name": [
            "apple", "pear", "NA", "", " pear", "pe", "\"pear\"", "\"a \"\"pear\"\"\"", "\"\"",
            "\"a,b\"", "pear\"s", "päre", "\"pe\nar\"",
        ],
        "weight": [
            "0", "-0", "100", "100.0", "1e2", "0.1", ".5", "-12.5", "12.50", "007", "+7", "x", "NA",
            "", " 100", "123456789012345678", "9007199254740993", "9007199254740992", "\"100\"",
            "0.30000000000000004", "1.", "999999999999.999",
        ],
        "count": [
            "0", "-0", "100", "0100", "+100", "-100", "100.0", "x", "NA", "", " 100 ", "1000",
            "9223372036854775807", "99999999999999999999", "\"100\"", "5",
        ],
        "day": [
            "2024-02-29", "2023-02-29", "2024-12-31", "2024-01-01", "24-01-01", "", "NA",
            " 2024-01-01", "2024-13-01",
        ],
    ]

    private static let constants: [String: [String]] = [
        "name": ["'pear'", "'pe'", "'NA'", "''", "'a \"pear\"'", "'pe\\nar'", "'pear\"s'", "7"],
        "weight": ["100", "100.0", "0", "-12.5", "0.1", "9007199254740993", "7", "'100'", "0.3"],
        "count": ["100", "-100", "0", "5", "100.0", "9223372036854775807", "'x'"],
        "day": ["'2024-01-01'", "'2024-02-29'", "'x'", "''"],
    ]

    private func schema(_ random: inout SeededGenerator) -> Schema {
        var schema = Schema()
        schema.missing = Bool.random(using: &random) ? [""] : ["", "NA"]
        schema.quotedEmptyIsText = Bool.random(using: &random)
        let types: [FieldType] = [.string, .string, .number, .integer, .date]
        for (name, type) in zip(Self.columns, types) {
            var field = Field(name: name)
            field.type = type
            field.trim = Bool.random(using: &random)
            field.leadingZeros = Bool.random(using: &random)
            schema.fields.append(field)
        }
        return schema
    }

    private func query(depth: Int, _ random: inout SeededGenerator) -> String {
        if depth > 0, Int.random(in: 0...2, using: &random) > 0 {
            let left = query(depth: depth - 1, &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: return "not (\(left))"
            case 1: return "(\(left)) and (\(query(depth: depth - 1, &random)))"
            default: return "(\(left)) or (\(query(depth: depth - 1, &random)))"
            }
        }
        let field = Self.columns.dropFirst().randomElement(using: &random) ?? ""
        let symbol = ["==", "==", "==", "~=", "<", "<=", ">", ">="].randomElement(using: &random)
        var constant = Self.constants[field]?.randomElement(using: &random) ?? ""
        if Int.random(in: 0...7, using: &random) == 0 { constant = "nil" }
        return Bool.random(using: &random)
            ? "\(field) \(symbol ?? "") \(constant)" : "\(constant) \(symbol ?? "") \(field)"
    }

    /// A file's collection, and the same records in memory.
    private func both(_ path: String, _ schema: Schema) throws -> [StetCore.Collection] {
        let file = try TableSource(path: path, wishes: TableSource.Wishes(key: schema.key))
        var records: [[Cell]] = []
        for record in 0..<file.recordCount { records.append(try file.cells(ofRecord: record)) }
        let memory = MemorySource(columns: file.columns, records: records)
        return [file as any RecordSource, memory].map { Collection(source: $0, schema: schema) }
    }

    private func found(_ text: String, in collection: StetCore.Collection) -> [RowID]? {
        do {
            return try collection.all.where(Query(text, in: collection.layout)).rows()
        } catch {
            return nil
        }
    }

    @Test("Queries find the same in blocks as record by record", arguments: 1...12)
    func queries(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var text = Self.columns.joined(separator: ",") + "\n"
        for number in 1...1500 {
            var cells = ["\(number)"]
            for column in Self.columns.dropFirst() {
                cells.append(Self.cells[column]?.randomElement(using: &random) ?? "")
            }
            if Int.random(in: 0...30, using: &random) == 0 { cells.removeLast(2) }
            text += cells.joined(separator: ",") + "\n"
        }
        let path = try temporaryFile(Array(text.utf8))
        defer { remove(path) }
        let schema = schema(&random)
        let collections = try both(path, schema)
        for isEdited in [false, true] {
            if isEdited {
                for collection in collections {
                    let name = FieldAssignment("name", text: "pear")
                    let force = ChangeOptions(force: true)
                    try collection.update([RowID(3), RowID(1200)], [name], options: force)
                    try collection.delete([RowID(7), RowID(700)], options: force)
                    try collection.insert([name], before: RowID(100), options: force)
                    try collection.move([RowID(9)], before: RowID(2))
                }
            }
            for _ in 0..<60 {
                let query = query(depth: 3, &random)
                #expect(
                    found(query, in: collections[0]) == found(query, in: collections[1]),
                    "\(query)")
                guard !isEdited else { continue }
                let wishes = TableSource.Wishes(texts: Query.constants(in: query))
                let source = try TableSource(path: path, wishes: wishes)
                let told = Collection(source: source, schema: schema)
                #expect(found(query, in: told) == found(query, in: collections[1]), "\(query)")
            }
        }
    }

    @Test("Keys are found the same, whether they ascend, repeat or lack", arguments: 0..<6)
    func keys(kind: Int) throws {
        var text = "id,name\n"
        for number in 0..<2000 {
            let key =
                switch kind {
                case 0: "\(number + 1)"
                case 1: "\(2000 - number)"
                case 2: "\(number % 1990)"
                case 3: number == 1500 ? "" : "\(number + 1)"
                case 4: number % 7 == 0 ? "\"k\"\"\(number)\"" : "k\(number)"
                default: "\(number + 1),more"
                }
            text += "\(key),\(number)\n"
        }
        let path = try temporaryFile(Array(text.utf8))
        defer { remove(path) }
        var schema = Schema()
        if kind == 5 { schema.key = ["id", "name"] }
        let collections = try both(path, schema)
        let keys = (0..<30).map { $0 * 67 }
        for collection in collections {
            // A key that the file does not have, and one that it has no longer.
            let row = RowID(500)
            let options = ChangeOptions(force: true)
            try collection.update([row], [FieldAssignment("id", text: "new")], options: options)
        }
        #expect(try collections[0].key() == collections[1].key())
        for text in keys.map({ "\($0)" }) + ["new", "500", "k\"7", "k8", "100/more", ""] {
            let found = try collections.map { try $0.find(text: ByteString(text)) }
            #expect(found[0]?.row == found[1]?.row, "\(text)")
            #expect(found[0]?.count == found[1]?.count, "\(text)")
        }
    }

    @Test("A repeated key is found with all who have it, without an index and with one")
    func repeatedKeys() throws {
        let lines = (0..<3000).map { "\($0 % 1000),x\n" }.joined()
        let path = try temporaryFile(Array("id,name\n\(lines)".utf8))
        defer { remove(path) }
        var schema = Schema()
        schema.key = ["id"]
        let collection = Collection(source: try TableSource(path: path), schema: schema)
        for _ in 0..<6 {
            let found = try collection.find(text: "321")
            #expect(found?.row == RowID(322))
            #expect(found?.count == 3)
        }
    }

    @Test("A text is found wherever it lies across the pieces that a file is read in")
    func pieces() throws {
        var text = "id,name\n"
        var wanted: [Int] = []
        for number in 1...40_000 {
            if (262_100...262_200).contains(text.utf8.count) { wanted.append(number) }
            text += "key\(number),ab\n"
        }
        let path = try temporaryFile(Array(text.utf8))
        defer { remove(path) }
        let collection = Collection(source: try TableSource(path: path))
        #expect(wanted.count > 5)
        for number in wanted + [1, 40_000] {
            #expect(found("id == 'key\(number)'", in: collection) == [RowID(number)])
        }
        #expect(found("id == 'key'", in: collection) == [])
        #expect(found("id == 'key17' or id == 'key40000'", in: collection)?.count == 2)
    }

    @Test("Two new records may not have one key, nor one that the file has")
    func newKeys() throws {
        let path = try temporaryFile(Array("id,name\n1,a\n2,b\n10,c\n".utf8))
        defer { remove(path) }
        let collection = Collection(source: try TableSource(path: path))
        func insert(_ keys: String...) throws {
            let records = keys.map { [FieldAssignment("id", text: ByteString($0))] }
            try collection.insert(records)
        }
        #expect(throws: CollectionError.self) { try insert("2") }
        try insert("3")
        #expect(throws: CollectionError.self) { try insert("3") }
        #expect(throws: CollectionError.self) { try insert("4", "4") }
        try insert("4", "5")
        #expect(throws: CollectionError.self) { try insert("6", "5") }
        try collection.undo()
        try insert("5")
        #expect(collection.count == 5)
    }
}
