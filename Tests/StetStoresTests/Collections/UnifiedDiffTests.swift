import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetStores

/// A table in a folder of its own, edited; its diff is put to the test by other programs.
private final class DiffedTable {
    let folder: URL
    let old: [UInt8]
    let source: TableSource
    let collection: StetCore.Collection
    private let name: String

    init(_ bytes: [UInt8], name: String = "data.csv", options: DialectOptions = .init()) throws {
        old = bytes
        self.name = name
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stet-diff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        source = try TableSource(path: file.path, options: options)
        collection = Collection(source: source)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func plan() throws -> SplicePlan {
        try TableWriter.plan(for: collection.pending(), of: source, quotedEmptyIsText: false)
    }

    func new() throws -> [UInt8] {
        let plan = try plan()
        var new: [UInt8] = []
        for piece in try #require(plan.pieces(ofSize: old.count)) {
            switch piece {
            case .kept(let range), .copied(let range): new += old[range]
            case .new(let range): new += plan.written[range]
            }
        }
        return new
    }

    func diff() throws -> [UInt8] {
        var result: [UInt8] = []
        try UnifiedDiff(plan(), of: source, path: "./" + name).forEachLine {
            result += $0.bytes + [0x0A]
        }
        return result
    }

    /// The file after a program has applied the diff to it.
    func applied(_ diff: [UInt8], by command: String) throws -> [UInt8] {
        let file = folder.appendingPathComponent(name)
        try Data(old).write(to: file)
        try Data(diff).write(to: folder.appendingPathComponent("changes.diff"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command + " > log 2>&1 || cat log"]
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        environment["GIT_CEILING_DIRECTORIES"] = folder.deletingLastPathComponent().path
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        return [UInt8](try Data(contentsOf: file))
    }
}

private let programs = [
    "git apply --whitespace=nowarn changes.diff", "patch --binary -s -p1 -i changes.diff",
]

@Suite("Unified diffs")
struct UnifiedDiffTests {
    private static let table = "id,w\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n7,g\n8,h\n9,i\n10,j"

    @Test("A hunk has three lines of context; far changes are hunks of their own")
    func hunks() throws {
        let table = try DiffedTable(Array(Self.table.utf8))
        let collection = table.collection
        try collection.set(RowID(2), [FieldAssignment("w", text: "B")])
        try collection.set(RowID(10), [FieldAssignment("w", text: "J")])
        #expect(
            String(decoding: try table.diff(), as: UTF8.self) == """
                --- a/data.csv
                +++ b/data.csv
                @@ -1,6 +1,6 @@
                 id,w
                 1,a
                -2,b
                +2,B
                 3,c
                 4,d
                 5,e
                @@ -8,4 +8,4 @@
                 7,g
                 8,h
                 9,i
                -10,j
                \\ No newline at end of file
                +10,J
                \\ No newline at end of file

                """)
    }

    @Test("Changes whose context meets share a hunk; equal lines of a record are context")
    func sharedContext() throws {
        let text = "id,note\n1,\"one\ntwo\nthree\"\n2,x\n3,x\n4,x\n5,x\n6,x\n7,x\n8,x\n"
        let table = try DiffedTable(Array(text.utf8))
        try table.collection.set(
            RowID(1), [FieldAssignment("note", text: "one\n2\nthree")])
        try table.collection.delete([RowID(7)])
        #expect(
            String(decoding: try table.diff(), as: UTF8.self) == """
                --- a/data.csv
                +++ b/data.csv
                @@ -1,11 +1,10 @@
                 id,note
                 1,"one
                -two
                +2
                 three"
                 2,x
                 3,x
                 4,x
                 5,x
                 6,x
                -7,x
                 8,x

                """)
    }

    @Test("Without changes there is no diff")
    func none() throws {
        let table = try DiffedTable(Array(Self.table.utf8))
        try table.collection.set(RowID(2), [FieldAssignment("w", text: "b")])
        #expect(try table.diff().isEmpty)
    }

    @Test(
        "git and patch make of the old file what a commit would write, whatever was edited",
        arguments: [
            "\u{FEFF}id,\"na,me\",w\r\n1,\"A, b\", 12 \r\n2,B,\"two\nlines\"\n\"3\",\"\",0\n"
                + "4,short\n5,long,1,2\r\n6,x,7\n7,y,8\n8,y,8\n9,y,8\n10,y,8\n11,y,8\n12,é,last",
            (1...60).reduce("id,w\n") { $0 + "\($1),value \($1)\n" },
            "id\tw\n",
            "only,a,header",
        ])
    func applied(text: String) throws {
        var random = SeededGenerator(seed: 7)
        for round in 0..<14 {
            let table = try DiffedTable(Array(text.utf8))
            for _ in 0...round % 5 { try edit(table.collection, &random) }
            let (new, diff) = (try table.new(), try table.diff())
            #expect(diff.isEmpty == (new == table.old))
            guard !diff.isEmpty else { continue }
            for program in programs {
                let applied = try table.applied(diff, by: program)
                #expect(
                    applied == new,
                    "\(program), round \(round):\n\(String(decoding: diff, as: UTF8.self))")
            }
        }
    }

    private func edit(
        _ collection: StetCore.Collection, _ random: inout SeededGenerator
    ) throws {
        let rows = Array(collection.snapshot.rows)
        let force = ChangeOptions(force: true)
        let field = collection.layout.columns[0].name.description
        let last = collection.layout.columns[collection.layout.columns.count - 1].name.description
        let text: ByteString = ["x", "two\nlines", "", "a,b", "é"][Int(random.next() % 5)]
        switch random.next() % 7 {
        case 0, 1:
            guard let row = rows.randomElement(using: &random) else { fallthrough }
            try collection.set(row, [FieldAssignment(last, text: text)], options: force)
        case 2:
            let key = FieldAssignment(field, text: ByteString("n\(random.next() % 9999)"))
            _ = try collection.insert(
                [[key]], before: rows.randomElement(using: &random), options: force)
        case 3:
            _ = try collection.insert(
                [[FieldAssignment(last, text: text)]], options: force)
        case 4:
            guard let row = rows.randomElement(using: &random) else { return }
            try collection.delete([row])
        case 5:
            guard let row = rows.randomElement(using: &random),
                let anchor = rows.randomElement(using: &random), row != anchor
            else { return }
            _ = try collection.move([row], before: anchor)
        default:
            try collection.addField("f\(random.next() % 999)", filler: .text(text), at: 0)
        }
    }

    @Test(
        "Names with blanks, quotes and newlines are found again",
        arguments: ["a b.csv", "a\"b.csv", "a\\b.csv", "ä🍌.csv"])
    func names(name: String) throws {
        let table = try DiffedTable(Array(Self.table.utf8), name: name)
        try table.collection.delete([RowID(1), RowID(2)])
        for program in programs {
            #expect(try table.applied(table.diff(), by: program) == table.new())
        }
    }
}
