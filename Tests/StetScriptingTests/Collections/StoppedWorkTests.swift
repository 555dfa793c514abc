import Foundation
import StetCore
import StetStores
import Testing

@testable import StetScripting

/// Long work that somebody stops leaves everything as it was.
@Suite struct StoppedWorkTests {
    private func withTable(_ body: (OpenedTable, URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stet-stopped-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("t.csv")
        let rows = (1...5_000).map { "\($0),name \($0)\n" }.joined()
        try Data(("id,name\n" + rows).utf8).write(to: file)
        try body(try OpenedTable(path: file.path), file)
    }

    private func stopped<Result>(_ body: () throws -> Result) throws -> Result {
        let work = LongWork()
        work.stop()
        return try LongWork.$current.withValue(work, operation: body)
    }

    @Test(arguments: ["id > 10", "name ~= 'x'"])
    func searchesEnd(query: String) throws {
        try withTable { table, _ in
            let view = table.collection.all.where(
                try Query(query, in: table.collection.layout))
            let error = #expect(throws: CollectionError.self) { try stopped { try view.rows() } }
            #expect(error?.kind == .interrupted)
            // What was not finished is not taken for the answer.
            #expect(try view.count() > 4_000)
        }
    }

    @Test func sortingAndOpeningEnd() throws {
        try withTable { table, file in
            let view = table.collection.all.sort([SortKey("name")])
            _ = try table.collection.all.rows()
            let error = #expect(throws: CollectionError.self) { try stopped { try view.rows() } }
            #expect(error?.kind == .interrupted)
            #expect(try view.count() == 5_000)
            let message = #expect(throws: (any Error).self) {
                try stopped { try OpenedTable(path: file.path) }
            }
            #expect("\(message as Any)".contains("interrupted before it was read"))
        }
    }

    @Test func changesAreNotMade() throws {
        try withTable { table, _ in
            let collection = table.collection
            let rows = try collection.all.rows()
            let error = #expect(throws: CollectionError.self) {
                try stopped {
                    _ = try collection.update(
                        rows, [FieldAssignment("name", text: ByteString("x"))])
                }
            }
            #expect(error?.kind == .interrupted)
            #expect(!collection.isDirty)
        }
    }

    @Test func commitsLeaveTheFileAndNothingBeside() throws {
        try withTable { table, file in
            let before = try Data(contentsOf: file)
            let row = try #require(try table.collection.all.row(at: 0))
            try table.collection.set(row, [FieldAssignment("name", text: ByteString("new"))])
            #expect(throws: TableError.self) { try stopped { _ = try table.commit() } }
            #expect(try Data(contentsOf: file) == before)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: file.deletingLastPathComponent().path)
            #expect(names == ["t.csv"])
            #expect(table.collection.isDirty)
            _ = try table.commit()
            #expect(try String(contentsOf: file, encoding: .utf8).contains("1,new\n"))
        }
    }

    @Test func progressTellsWhatIsDone() throws {
        try withTable { table, _ in
            let work = LongWork()
            _ = try LongWork.$current.withValue(work) {
                try table.collection.all.find(ByteString("4999")).rows()
            }
            #expect(work.progress?.name == "searching")
            #expect(work.progress?.total == 5_000)
            #expect(work.progress.map { $0.done > 3_000 && $0.done <= 5_000 } == true)
        }
    }
}
