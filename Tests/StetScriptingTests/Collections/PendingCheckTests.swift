import Foundation
import StetCheck
import StetCore
import TestSupport
import Testing

@testable import StetScripting

private let rules = """
    return {
      key = "id",
      fields = {
        { "id" },
        { "weight", type = "number", above = 0 },
        { "color", enum = { "red", "green" }, required = { true, severity = "warning" } },
        { "label", unique = true, trim = true, max_length = 6 },
        { "code", type = "integer",
          unique = { true, when = function(fruit) return fruit.color == "red" end } },
      },
      validate = function(ctx, fruit)
        if fruit.color == "red" and (fruit.weight or 0) > 500 then return "too heavy for red" end
      end,
      checks = {
        stet.fold { "total", init = 0,
          step = function(sum, fruit) return sum + (fruit.weight or 0) end,
          merge = function(a, b) return a + b end,
          finish = function(sum) if sum > 1500 then return "more than 1500" end end },
      },
    }
    """

/// Quoted line ends, repeated keys, a short and a long record, a blank line, no final line end.
private let fruits =
    "id,weight,color,label,code\r\napple,182,red,a,1\r\nkiwi,,green,\"b\nb\",2\r\n"
    + "melon,1280,green,c,\r\nfig,x,blue, a,1\r\napple,90,red,\"d\",1\r\nlime,60\r\n\r\n"
    + "pear,178,green,e,4,extra\r\nplum,-1,,f,x\r\ndate,700,red,toolong,5\r\nlast,1,red,g,5"

/// What a finding says, wherever its record stands.
private func words(_ finding: Finding) -> String {
    // Which record a key repeats is named by line in a file, and by number in a collection.
    let message = finding.message.split(separator: " already ").first ?? ""
    let record = finding.record.map(String.init) ?? "-"
    return "\(record) \(finding.field ?? "-") \(finding.code) \(finding.severity) \(message) "
        + "\(finding.key ?? []) \(finding.value?.description ?? "-")"
}

@Suite("Checks that see pending edits")
struct PendingCheckTests {
    /// Checks the file on disk.
    private func onDisk(_ folder: TableFolder) throws -> CollectionCheck.Outcome {
        let rules = try LuaRules(path: folder.path + "/fruits.rules.lua")
        var outcome = CollectionCheck.Outcome(report: CheckReport(file: ""))
        outcome.report = try CheckEngine(options: CheckOptions()).check(
            path: folder.file, schema: rules.schema, scripts: rules
        ) { outcome.findings.append($0) }
        return outcome
    }

    private func edit(_ table: OpenedTable, _ dice: inout SeededGenerator) throws {
        let collection = table.collection
        let force = ChangeOptions(force: true)
        let texts: [String: [ByteString]] = [
            "id": ["apple", "kiwi", "new", ""], "weight": ["5", "x", "", "900", "-3"],
            "color": ["red", "green", "blue", ""], "label": ["a", " a ", "zz", "a\nb", "é\"x"],
            "code": ["1", "5", "6", "07", ""],
        ]
        func assignments() -> [FieldAssignment] {
            texts.keys.sorted().filter { _ in Bool.random(using: &dice) }.compactMap { field in
                texts[field]?.randomElement(using: &dice).map { FieldAssignment(field, text: $0) }
            }
        }
        let rows = Array(collection.snapshot.rows)
        guard let row = rows.randomElement(using: &dice) else { return }
        let anchor = rows.randomElement(using: &dice)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: try collection.insert(assignments(), before: anchor, options: force)
        case 1: try collection.delete([row], options: force)
        case 2 where anchor != row: try collection.move([row], before: anchor)
        default: try collection.set(row, assignments(), options: force)
        }
    }

    @Test("They find what a check of the committed file finds", arguments: 0..<40)
    func sameAsCommitted(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        let folder = try TableFolder(fruits, rules: rules)
        let table = try OpenedTable(path: folder.file)
        for round in 0..<3 {
            for _ in 0..<Int.random(in: 1...6, using: &dice) { try edit(table, &dice) }
            var options = CheckOptions()
            options.chunkSize = 32
            options.workers = 2
            let pending = try CollectionCheck(table, options: options).run()
            // A record's own findings are those that the whole check has of it.
            for (place, row) in table.collection.snapshot.rows.enumerated() {
                let own = try CollectionCheck(table).findings(of: row)
                let wanted = pending.findings.filter { $0.record == place + 1 }
                #expect(own.map(words) == wanted.map(words), "seed \(seed), round \(round)")
                // Without edits, another record is named by its line.
                if table.collection.isDirty {
                    #expect(own.map(\.message) == wanted.map(\.message))
                }
            }
            let warnings = try table.commit()
            let committed = try onDisk(folder)
            let text = try folder.text
            #expect(
                pending.findings.map(words) == committed.findings.map(words),
                "seed \(seed), round \(round): \(text)")
            #expect(pending.report.records == committed.report.records)
            #expect(pending.report.counts.map(\.count) == committed.report.counts.map(\.count))
            let isTooMuch = committed.findings.contains { $0.code == "total" }
            #expect(warnings == nil || warnings?.isEmpty == !isTooMuch)
        }
    }

    @Test("A record that is in the file is found there, whatever was edited around it")
    func places() throws {
        let folder = try TableFolder(fruits, rules: rules)
        let table = try OpenedTable(path: folder.file)
        let collection = table.collection
        let before = try CollectionCheck(table).run()
        #expect(before.findings.map(words) == (try onDisk(folder)).findings.map(words))
        #expect(before.findings.map(\.offset) == (try onDisk(folder)).findings.map(\.offset))

        let force = ChangeOptions(force: true)
        func row(_ key: ByteString) throws -> RowID { try collection.require(RecordKey(key)) }
        try collection.insert(
            [FieldAssignment("id", text: "new"), FieldAssignment("weight", text: "0")],
            before: row("apple"), options: force)
        try collection.delete([row("melon")])
        try collection.set(row("kiwi"), [FieldAssignment("label", text: "1\n2\n3")])
        try collection.set(
            row("plum"),
            [FieldAssignment("label", text: "longer"), FieldAssignment("color", text: "pink")],
            options: force)
        try collection.move([row("date")], before: row("fig"))
        let after = try CollectionCheck(table).run()
        func places(_ key: ByteString, _ outcome: CollectionCheck.Outcome) -> [String] {
            outcome.findings.filter { $0.key == [key] }.map {
                "\($0.code) \($0.line ?? 0):\($0.column ?? 0) \($0.offset ?? -1)"
            }
        }
        for key: ByteString in ["fig", "lime", "", "pear", "date"] {
            #expect(!places(key, before).isEmpty)
            #expect(places(key, before) == places(key, after))
        }
        #expect(places("new", after) == ["above 0:0 -1", "required 0:0 -1"])
        // The cells of an edited record stand where they stood.
        #expect(
            places("plum", after) == ["above 11:6 168", "enum 11:9 171", "type 11:12 174"])
        #expect(try folder.text == fruits)
    }

    @Test("Collection rules are told of at a commit, and do not stop it")
    func folds() throws {
        let folder = try TableFolder("id,weight\na,1000\nb,400\n", rules: rules)
        let table = try OpenedTable(path: folder.file)
        let row = try table.collection.require(RecordKey("b"))
        try table.collection.set(row, [FieldAssignment("weight", text: "450")])
        #expect(try table.commit() == [])
        try table.collection.set(row, [FieldAssignment("weight", text: "600")])
        #expect(
            try table.commit() == ["\(folder.file): error: more than 1500 [total]"])
        #expect(try folder.text == "id,weight\na,1000\nb,600\n")
    }
}
