import Foundation
import StetCore
import Testing

@testable import StetScripting

/// A folder with a table and its rules, gone when the value is.
final class TableFolder {
    let path: String

    init(_ table: String, rules: String? = nil) throws {
        path = NSTemporaryDirectory() + "stet-tables-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(table.utf8).write(to: URL(fileURLWithPath: file))
        if let rules {
            try Data(rules.utf8).write(to: URL(fileURLWithPath: path + "/fruits.rules.lua"))
        }
        setenv("XDG_STATE_HOME", NSTemporaryDirectory() + "stet-tables-state-\(getpid())", 1)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/fruits.csv" }

    var text: String {
        get throws {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
        }
    }
}

let fruitRules = """
    return {
      key = "id",
      fields = {
        { "id" },
        { "weight", type = "number", above = 0 },
        { "color", enum = { "red", "green" }, required = { true, severity = "warning" } },
        { "note", validate = function(note) return note ~= "bad", "is bad" end },
      },
      validate = function(ctx, fruit)
        if fruit.color == "red" and (fruit.weight or 0) > 500 then return "too heavy for red" end
      end,
    }
    """

@Suite("Tables that are open for editing")
struct OpenedTableTests {
    private static let fruits =
        "id,weight,color,note\napple,182,red,\nmelon,1280,green,ok\nbad,-1,blue,bad\n"

    private func codes(
        _ table: OpenedTable, _ key: String, _ field: String, _ text: String
    ) throws -> [String] {
        do throws(CollectionError) {
            let row = try table.collection.require(RecordKey(ByteString(key)))
            try table.collection.set(row, [FieldAssignment(field, text: ByteString(text))])
            return []
        } catch {
            return error.findings.map(\.code)
        }
    }

    @Test("A change that breaks a rule is refused, whatever kind of rule it is")
    func refused() throws {
        let folder = try TableFolder(Self.fruits, rules: fruitRules)
        let table = try OpenedTable(path: folder.file)
        #expect(try codes(table, "apple", "weight", "heavy") == ["type"])
        #expect(try codes(table, "apple", "weight", "0") == ["above"])
        #expect(try codes(table, "apple", "color", "blue") == ["enum"])
        #expect(try codes(table, "apple", "note", "bad") == ["validate"])
        #expect(try codes(table, "apple", "weight", "600") == ["validate"])
        #expect(try codes(table, "apple", "id", "melon") == ["key"])
        #expect(try codes(table, "apple", "color", "") == [])
        #expect(try codes(table, "apple", "weight", "600") == [])
        #expect(!table.hasGuessedTypes)
    }

    @Test("A bad record may be improved in steps")
    func improved() throws {
        let folder = try TableFolder(Self.fruits, rules: fruitRules)
        let table = try OpenedTable(path: folder.file)
        #expect(try codes(table, "bad", "note", "good") == [])
        #expect(try codes(table, "bad", "weight", "-2") == [])
        #expect(try codes(table, "bad", "weight", "x") == ["type"])
        #expect(try codes(table, "bad", "color", "green") == [])
    }

    @Test("Commits follow each other, and undo reaches behind them")
    func commits() throws {
        let folder = try TableFolder(Self.fruits, rules: fruitRules)
        let table = try OpenedTable(path: folder.file)
        #expect(try table.commit() == nil)
        let apple = try table.collection.require(RecordKey("apple"))
        try table.collection.set(apple, [FieldAssignment("weight", value: .integer(90))])
        try table.collection.insert(
            [FieldAssignment("id", text: "pear"), FieldAssignment("color", text: "green")],
            before: apple)
        #expect(try table.commit() != nil)
        #expect(
            try folder.text
                == "id,weight,color,note\npear,,green,\napple,90,red,\nmelon,1280,green,ok\nbad,-1,blue,bad\n"
        )
        try table.collection.undo()
        try table.collection.undo()
        try table.collection.delete([try table.collection.require(RecordKey("melon"))])
        #expect(try table.commit() != nil)
        #expect(try folder.text == "id,weight,color,note\napple,182,red,\nbad,-1,blue,bad\n")
    }

    @Test("A field whose loss was committed comes back with its cells")
    func revivedField() throws {
        let folder = try TableFolder(Self.fruits)
        let table = try OpenedTable(path: folder.file)
        try table.collection.dropField("weight")
        #expect(try table.commit() != nil)
        #expect(try folder.text.hasPrefix("id,color,note\napple,red,\n"))
        try table.collection.undo()
        #expect(try table.collection.diff().count(.changed) == 3)
        #expect(try table.commit() != nil)
        #expect(try folder.text == Self.fruits)
    }

    @Test("A file that another program changed is not overwritten")
    func changedOnDisk() throws {
        let folder = try TableFolder(Self.fruits)
        let table = try OpenedTable(path: folder.file)
        try table.collection.delete([RowID(1)])
        let other = "id,weight,color,note\nnew,1,red,\n"
        try Data(other.utf8).write(to: URL(fileURLWithPath: folder.file))
        #expect(throws: TableError.self) { try table.commit() }
        #expect(try folder.text == other)
        #expect(table.collection.isDirty)
    }

    @Test("Guessed types order and compare; they forbid nothing")
    func guessed() throws {
        let folder = try TableFolder("id,n,zip\na,9,007\nb,10.5,123\nc,,1\n")
        let table = try OpenedTable(path: folder.file)
        #expect(table.hasGuessedTypes)
        let query = try Query("n > 9", in: table.collection.layout)
        #expect(try table.collection.all.where(query).rows() == [RowID(2)])
        #expect(try table.collection.record(RowID(1)).reading("zip") == .value(.text("007")))
        try table.collection.set(RowID(1), [FieldAssignment("n", text: "nine")])
        #expect(try table.commit() != nil)
        #expect(try folder.text == "id,n,zip\na,nine,007\nb,10.5,123\nc,,1\n")
    }
}
