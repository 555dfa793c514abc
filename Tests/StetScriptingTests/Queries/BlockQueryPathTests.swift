import LuaKit
import StetStores
import TestSupport
import Testing

@testable import StetCore
@testable import StetScripting

/// Over files queries run in blocks of undecoded cells. Lua, which sees single values, says what is
/// right.
@Suite("Queries over blocks of a file, and by Lua")
struct BlockQueryPathTests {
    private static let types:
        [(name: String, type: FieldType, cells: [String], constants: [String])] =
            [
                (
                    "i", .integer,
                    [
                        "0", "-0", "7", "-7", "+7", "007", "7.0", "x", "", " 7", "9007199254740993",
                        "\"7\"",
                    ],
                    ["7", "-7", "0", "7.0", "7.5", "9007199254740993", "'7'", "nil"]
                ),
                (
                    "n", .number,
                    [
                        "0", "-0.0", "2.5", "2.50", "25e-1", ".5", "1.", "100", "1e2", "x", "",
                        "\"2.5\"",
                    ],
                    ["2.5", "0", "100", "0.5", "-1e308", "'2.5'", "nil"]
                ),
                (
                    "s", .string,
                    ["b", "", "B", "ä", "\"a,b\"", "\"say \"\"b\"\"\"", "\"\"", " b", "bb", "10"],
                    ["'b'", "''", "'a,b'", "'say \"b\"'", "'ä'", "10", "nil"]
                ),
                (
                    "d", .date, ["2024-02-29", "2023-02-29", "2024-01-31", "1999-12-31", "", "x"],
                    ["'2024-02-29'", "'2024-01-31'", "'2'", "''", "nil"]
                ),
            ]

    private func query(_ depth: Int, _ random: inout SeededGenerator) -> String {
        if depth > 0, Int.random(in: 0...2, using: &random) > 0 {
            let left = query(depth - 1, &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: return "not (\(left))"
            case 1: return "(\(left)) and (\(query(depth - 1, &random)))"
            default: return "(\(left)) or (\(query(depth - 1, &random)))"
            }
        }
        let field = Self.types[Int.random(in: 0..<Self.types.count, using: &random)]
        let symbol = ["==", "==", "~=", "<", "<=", ">", ">="].randomElement(using: &random) ?? ""
        let constant = field.constants.randomElement(using: &random) ?? ""
        return Bool.random(using: &random)
            ? "\(field.name) \(symbol) \(constant)" : "\(constant) \(symbol) \(field.name)"
    }

    @Test("They find the same records", arguments: 0..<6)
    func alike(seed: UInt64) throws {
        var random = SeededGenerator(seed: 100 + seed)
        var text = "key,i,n,s,d\n"
        for number in 0..<400 {
            let cells = Self.types.map { $0.cells.randomElement(using: &random) ?? "" }
            text += "\(number),\(cells.joined(separator: ","))\n"
        }
        let folder = try TableFolder(text, rules: nil)
        var schema = Schema()
        schema.key = ["key"]
        for (name, type, _, _) in Self.types {
            var field = Field(name: name)
            field.type = type
            schema.fields.append(field)
        }
        let collection = StetCore.Collection(
            source: try TableSource(path: folder.file), schema: schema)
        let names = Self.types.map(\.name)
        let state = try LuaState()
        defer { state.close() }
        var (inBlocks, found) = (0, 0)
        for _ in 0..<60 {
            let text = query(3, &random)
            let query = try Query(text, in: collection.layout)
            let columns = query.fields.compactMap(collection.layout.column(named:))
            if BlockQuery(query, columns: columns) != nil { inBlocks += 1 }
            let lua = try LuaQuery(query, names: names + ["key"], in: state)
            var wanted: [RowID]? = []
            for row in collection.snapshot.rows {
                var readings: [CellReading] = []
                for column in columns {
                    readings.append(try collection.snapshot.reading(row, column))
                }
                do {
                    if try lua.wanted(among: [readings])[0] { wanted?.append(row) }
                } catch is PredicateFailure {
                    wanted = nil
                    break
                }
            }
            let rows: [RowID]?
            do { rows = try collection.all.where(query).rows() } catch { rows = nil }
            #expect(rows == wanted, "\(text)")
            found += rows?.count ?? 0
        }
        #expect(inBlocks > 20)
        #expect(found > 100)
    }
}
