import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetStores

/// A table in a file, edited and written in memory.
private struct Table {
    let path: String
    let source: TableSource
    let collection: StetCore.Collection

    init(_ bytes: [UInt8], options: DialectOptions = DialectOptions()) throws {
        path = try temporaryFile(bytes)
        source = try TableSource(path: path, options: options)
        collection = Collection(source: source)
    }

    func written(quotedEmptyIsText: Bool = false) throws -> [UInt8] {
        let plan = try TableWriter.plan(
            for: collection.pending(), of: source, quotedEmptyIsText: quotedEmptyIsText)
        let old = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var new: [UInt8] = []
        for piece in try #require(plan.pieces(ofSize: old.count)) {
            switch piece {
            case .kept(let range), .copied(let range): new += old[range]
            case .new(let range): new += plan.written[range]
            }
        }
        return new
    }

    var texts: [[String]] {
        get throws {
            let now = collection.snapshot
            return try now.rows.map { row in
                var cells = try now.record(row).cells().map { $0?.text.description ?? "" }
                while cells.last == "" { cells.removeLast() }
                return cells
            }
        }
    }

    func close() { remove(path) }
}

private func edited(
    _ text: String, _ edit: (StetCore.Collection) throws -> Void
) throws -> String {
    let table = try Table(Array(text.utf8))
    defer { table.close() }
    try edit(table.collection)
    return String(decoding: try table.written(), as: UTF8.self)
}

@Suite("Writing a collection's edits")
struct TableWriterTests {
    private static let nasty =
        "\u{FEFF}id,\"na,me\", weight ,note\r\n"
        + "1,\"Apple, red\",  12 ,\"say \"\"hi\"\"\"\r\n"
        + "2,Banana,,\"two\nlines\"\n"
        + "\"3\",\"\",0120,=1+1\n"
        + "4,short\n"
        + "5,long,1,2,3,\"4\"\r\n"
        + "6,it's 5\" wide,7,\"🍌\u{301}\"\n"
        + "7,\"stray \"quote\" here\",8,x\n"
        + "8,é,\t,last"

    @Test("An edit of one cell changes that cell's bytes and no others")
    func everyCell() throws {
        let old = Array(Self.nasty.utf8)
        let texts = ["x", "a,b", "\"", "two\r\nlines", "", " =2+2 ", "ä"]
        let table = try Table(old)
        defer { table.close() }
        let (source, collection) = (table.source, table.collection)
        #expect(source.recordCount == 8)
        for record in 0..<source.recordCount {
            let place = try source.place(ofRecord: record)
            for (column, range) in place.cells.enumerated() where column < source.columns.count {
                for text in texts {
                    let before = try table.texts
                    let row = RowID(record + 1)
                    let id = ColumnID(column)
                    let was = try collection.snapshot.cell(row, id)?.text
                    try collection.set(
                        row,
                        [FieldAssignment(source.columns[column].description, text: .init(text))],
                        options: ChangeOptions(force: true))
                    let new = try table.written()
                    let after = try Table(new)
                    defer { after.close() }
                    let wanted = was == ByteString(text) ? before : try table.texts
                    #expect(try after.texts == wanted, "record \(record), column \(column)")
                    #expect(new.prefix(range.lowerBound) == old.prefix(range.lowerBound))
                    let rest = old.count - range.upperBound
                    #expect(new.suffix(rest) == old.suffix(rest))
                    if collection.canUndo { try collection.undo() }
                }
            }
        }
    }

    @Test("A cell that was quoted stays quoted")
    func quotingStays() throws {
        let new = try edited("a,b\n\"x\",y\n") { collection in
            try collection.set(
                RowID(1), [FieldAssignment("a", text: "1"), FieldAssignment("b", text: "2")])
        }
        #expect(new == "a,b\n\"1\",2\n")
    }

    @Test("A record that was too short gets the cells up to the edited one")
    func shortRecord() throws {
        let new = try edited("a,b,c\nx\n\ny\n") { collection in
            try collection.set(RowID(1), [FieldAssignment("c", text: "1")])
            try collection.set(
                RowID(2), [FieldAssignment("b", text: "2")], options: ChangeOptions(force: true))
        }
        #expect(new == "a,b,c\nx,,1\n,2\ny\n")
    }

    @Test(
        "Added, moved and deleted records keep the file's habits",
        arguments: [
            ("a,b\n1,x\n2,y\n", "a,b\n1,x\n2,y\n3,z\n"),
            ("a,b\n1,x\n2,y", "a,b\n1,x\n2,y\n3,z"),
            ("a,b\r\n\"1\",\"x\"\r\n", "a,b\r\n\"1\",\"x\"\r\n\"3\",\"z\"\r\n"),
            ("a;b\r\n1;x", "a;b\r\n1;x\r\n3;z"),
            ("a,b\n", "a,b\n3,z\n"),
            ("a,b", "a,b\n3,z"),
        ])
    func appending(old: String, wanted: String) throws {
        let new = try edited(old) { collection in
            try collection.insert([
                FieldAssignment("a", text: "3"), FieldAssignment("b", text: "z"),
            ])
        }
        #expect(new == wanted)
    }

    @Test("Without a final line end there is none after the last record goes or moves")
    func lastRecord() throws {
        let text = "a\n1\n2\n3"
        #expect(try edited(text) { try $0.delete([RowID(3)]) } == "a\n1\n2")
        #expect(try edited(text) { try $0.move([RowID(3)], before: RowID(1)) } == "a\n3\n1\n2")
        #expect(try edited(text) { try $0.move([RowID(1)], before: nil) } == "a\n2\n3\n1")
        #expect(try edited(text) { try $0.delete([RowID(1)]) } == "a\n2\n3")
    }

    @Test("Fields are added, dropped and renamed around cells that keep their bytes")
    func layout() throws {
        let text = "id,\"b\",c\r\n1,\"x\",  2\r\n2,\"\"\"\",\"3\"\r\n3\r\n"
        #expect(
            try edited(text) { try $0.dropField("b") } == "id,c\r\n1,  2\r\n2,\"3\"\r\n3\r\n")
        #expect(
            try edited(text) { try $0.renameField("c", to: "the, c") }
                == "id,\"b\",\"the, c\"\r\n1,\"x\",  2\r\n2,\"\"\"\",\"3\"\r\n3\r\n")
        #expect(
            try edited(text) { try $0.addField("d", filler: .text("n,")) }
                == "id,\"b\",c,d\r\n1,\"x\",  2,\"n,\"\r\n2,\"\"\"\",\"3\",\"n,\"\r\n3,,,\"n,\"\r\n"
        )
    }

    @Test("A quote out of place does not swallow a cell that is written beside it")
    func misquoted() throws {
        let table = try Table(Array("a,b,c\n\"x,y,z\n1,2,3\n".utf8))
        defer { table.close() }
        try table.collection.set(RowID(1), [FieldAssignment("b", text: ",\"")])
        let after = try Table(try table.written())
        defer { after.close() }
        #expect(try after.texts == [["\"x", ",\"", "z"], ["1", "2", "3"]])
    }

    @Test(
        "Other encodings are written as they are read",
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func encodings(encoding: String.Encoding) throws {
        let text = "\u{FEFF}id,name\r\n1,Ähre\r\n2,\"🍌, ripe\"\r\n3,\n"
        let table = try Table([UInt8](try #require(text.data(using: encoding))))
        defer { table.close() }
        try table.collection.set(RowID(2), [FieldAssignment("name", text: "ß, 🍎")])
        try table.collection.insert(
            [FieldAssignment("id", text: "4"), FieldAssignment("name", text: "é")],
            before: RowID(2))
        let new = String(data: Data(try table.written()), encoding: encoding)
        #expect(new == "\u{FEFF}id,name\r\n1,Ähre\r\n4,é\r\n2,\"ß, 🍎\"\r\n3,\n")
    }

    @Test("A character that the file's encoding lacks is refused at the edit")
    func lackingCharacter() throws {
        var options = DialectOptions()
        options.encoding = .latin1
        let table = try Table([0x61, 0x0A, 0xE9, 0x0A], options: options)
        defer { table.close() }
        #expect(throws: CollectionError.self) {
            try table.collection.set(RowID(1), [FieldAssignment("a", text: "€")])
        }
        try table.collection.set(RowID(1), [FieldAssignment("a", text: "ü")])
        #expect(try table.written() == [0x61, 0x0A, 0xFC, 0x0A])
    }

    @Test("Any series of edits is read back as the collection has it", arguments: 0..<60)
    func randomEdits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = ["", "x", "a,b", "q\"q", "l\nm", " s ", "7", "é"]
        func value() -> String { values.randomElement(using: &random) ?? "" }
        let end = ["\n", "\r\n"][Int(seed % 2)]
        var lines = ["id,b,c"]
        for number in 0..<Int.random(in: 0...30, using: &random) {
            let cells = (0..<2).map { _ in
                let text = value()
                let needsQuotes = text.contains { ",\"\n".contains($0) }
                return needsQuotes || Bool.random(using: &random)
                    ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
            }
            lines.append("k\(number),\(cells[0]),\(cells[1])")
        }
        let text = lines.joined(separator: end) + (seed % 3 == 0 ? "" : end)
        let table = try Table(Array(text.utf8))
        defer { table.close() }
        let collection = table.collection
        for step in 0..<Int.random(in: 1...12, using: &random) {
            let rows = Array(collection.snapshot.rows)
            let row = rows.randomElement(using: &random)
            let names = collection.layout.names.filter { $0 != "id" }
            switch (Int.random(in: 0...9, using: &random), row) {
            case (0...3, let row?):
                guard let name = names.randomElement(using: &random) else { continue }
                try collection.set(row, [FieldAssignment(name, text: ByteString(value()))])
            case (4, let row?): try collection.delete([row])
            case (5, let row?):
                try collection.move(
                    [row], before: rows.filter { $0 != row }.randomElement(using: &random))
            case (6, _):
                try collection.addField(
                    "f\(step)", filler: .text(ByteString(value())),
                    at: Int.random(in: 0...3, using: &random))
            case (7, _):
                if let name = names.randomElement(using: &random), names.count > 1 {
                    try collection.dropField(name)
                }
            case (8, _):
                if let name = names.randomElement(using: &random) {
                    try collection.renameField(name, to: "r,\(step)")
                }
            default:
                var record = [FieldAssignment("id", text: ByteString("n\(step)"))]
                for name in names {
                    record.append(FieldAssignment(name, text: ByteString(value())))
                }
                try collection.insert(record, before: rows.randomElement(using: &random))
            }
        }
        let new = try table.written()
        let after = try Table(new)
        defer { after.close() }
        #expect(try after.texts == table.texts, "\(String(decoding: new, as: UTF8.self))")
        #expect(after.collection.layout.names == collection.layout.names)
        if collection.count > 0 {
            #expect((new.last == 0x0A) == (text.utf8.last == 0x0A) || lines.count == 1)
        }
    }
}
