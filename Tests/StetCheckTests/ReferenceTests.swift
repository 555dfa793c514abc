import Foundation
import StetCore
import StetRules
import StetStores
import Testing

@testable import StetCheck

@Suite("References to other tables")
struct ReferenceTests {
    /// Files in a folder of their own.
    private final class Files {
        let path = NSTemporaryDirectory() + "stet-references-" + UUID().uuidString

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (name, text) in files {
                try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func schema(
        _ path: String = "countries.csv", target: [String] = ["code"],
        fields: [String] = ["country"], field: String = "country",
        change: (inout Field) -> Void = { _ in }
    ) -> Schema {
        var schema = Schema()
        for name in ["id", "country", "city"] {
            var declared = Field(name: name)
            if name == field {
                declared.constraints = [
                    Constraint(
                        .references(Reference(path: path, targetFields: target, fields: fields)))
                ]
                change(&declared)
            }
            schema.fields.append(declared)
        }
        return schema
    }

    /// `line:column code message` of each finding.
    private func check(
        _ files: [String: String], _ schema: Schema, targets: Schema = Schema()
    ) throws -> [String] {
        let folder = try Files(files)
        var findings: [Finding] = []
        _ = try CheckEngine(options: CheckOptions()).check(
            path: folder.path + "/cities.csv", schema: schema, scripts: nil,
            references: FileReferences { _ in targets }
        ) { findings.append($0) }
        return findings.map {
            "\($0.line ?? 0):\($0.column ?? 0) \($0.field ?? "-") \($0.code) "
                + "\($0.value?.description ?? "-"): \($0.message)"
        }
    }

    @Test("A value that the other table lacks is found; a missing one is not asked for")
    func missing() throws {
        let found = try check(
            [
                "cities.csv":
                    "id,country,city\n1,FR,Paris\n2,,Nowhere\n3,France,Lyon\n4,\"D\"\"E\",Bonn\n5,DE",
                "countries.csv": "name;code\nFrance;FR\nGermany;DE\n",
            ], Self.schema())
        #expect(
            found == [
                "4:3 country references France: countries.csv has no code \"France\"",
                "5:4 country references D\"E: countries.csv has no code \"D\\\"E\"",
                "6:1 - csv.ragged -: the record has 2 cells, the header 3",
            ])
    }

    @Test("Of a small table, the value that was meant is named")
    func nearest() throws {
        let files = [
            "cities.csv": "id,country,city\n1,Frence,a\n2,spain,b\n3,Peru,c\n",
            "countries.csv": "name\nFrance\nSpain\n",
        ]
        #expect(
            try check(files, Self.schema(target: ["name"])).map { $0.split(separator: ": ")[1] }
                == [
                    "countries.csv has no name \"Frence\"; did you mean \"France\"?",
                    "countries.csv has no name \"spain\"; did you mean \"Spain\"?",
                    "countries.csv has no name \"Peru\"",
                ])
    }

    @Test("Several fields refer together")
    func composite() throws {
        let found = try check(
            [
                "cities.csv": "id,country,city\n1,FR,Paris\n2,DE,Paris\n3,,Paris\n4,FR,\n",
                "places.csv": "name,land\nParis,FR\nBonn,DE\n",
            ],
            Self.schema(
                "places.csv", target: ["land", "name"], fields: ["country", "city"], field: "city"))
        #expect(
            found == [
                "3:6 city references Paris: places.csv has no record with land \"DE\" and name \"Paris\""
            ])
    }

    @Test("Each side reads its cells by its own rules")
    func ownRules() throws {
        var targets = Schema()
        var code = Field(name: "code")
        code.trim = true
        code.missing = ["-"]
        targets.fields = [code]
        let files = [
            "cities.csv": "id,country,city\n1,FR,a\n2, FR,b\n3,-,c\n",
            "countries.csv": "code\n FR \n-\n",
        ]
        #expect(
            try check(files, Self.schema(), targets: targets).map { $0.prefix(3) } == [
                "3:3", "4:3",
            ])
        let trimmed = Self.schema { $0.trim = true }
        #expect(try check(files, trimmed, targets: targets).map { $0.prefix(3) } == ["4:3"])
    }

    @Test("A table may refer to itself, and severity and message are the rules' own")
    func itself() throws {
        let schema = Self.schema("cities.csv", target: ["id"]) { field in
            field.constraints[0].severity = .warning
            field.constraints[0].message = "who?"
            field.constraints[0].code = "parent"
        }
        #expect(
            try check(["cities.csv": "id,country,city\n1,2,\n2,1,\n3,4,\n"], schema)
                == ["4:3 country parent 4: who?"])
    }

    @Test(
        "A table that cannot be read, or lacks the field, keeps the check from being done",
        arguments: [
            (nil, "cities.csv refers to ", "countries.csv: there is no such file"),
            ("cod,name\nFR,France\n", "refers to the field \"code\"", "did you mean \"cod\"?"),
            ("", "refers to the field \"code\"", "no such column"),
        ] as [(String?, String, String)])
    func unreadable(countries: String?, first: String, second: String) throws {
        var files = ["cities.csv": "id,country,city\n1,FR,Paris\n"]
        files["countries.csv"] = countries
        do {
            _ = try check(files, Self.schema())
            Issue.record("it was checked")
        } catch let error as CheckError {
            #expect(error.description.contains(first), "\(error)")
            #expect(error.description.contains(second), "\(error)")
        }
    }

    @Test("Fields that the rules do not have are a mistake in the rules")
    func unknownField() throws {
        do {
            _ = try check(
                ["cities.csv": "id,country,city\n", "countries.csv": "code\n"],
                Self.schema(target: ["a", "b"], fields: ["country", "citi"]))
            Issue.record("it was checked")
        } catch let error as CheckError {
            #expect(error.description.contains("\"citi\""), "\(error)")
            #expect(error.description.contains("did you mean \"city\"?"), "\(error)")
        }
    }

    @Test("A table that is too large to be kept is read again where its digests agree")
    func large() throws {
        let values = (0..<3000).map { "v\($0 * 7919 % 5003)" }
        let folder = try Files([
            "countries.csv": "n,code\n" + values.map { "x,\"\($0)\"\n" }.joined()
                + values.prefix(900).map { "x,\($0)\n" }.joined()
        ])
        let reference = Reference(path: "", targetFields: ["code"], fields: ["country"])
        func table(limit: Int) throws -> ReferenceTable {
            try ReferenceTable(
                TableFile(path: folder.path + "/countries.csv", chunkSize: 4096),
                schema: Schema(), reference: reference, from: "cities.csv", textLimit: limit)
        }
        let (kept, digests) = (try table(limit: 1 << 20), try table(limit: 1000))
        #expect(kept.suggestions.isEmpty && digests.suggestions.isEmpty)
        let known = Set(values)
        for number in 0..<5003 {
            let key = ReferenceKey([ByteString("v\(number)")])
            let isKnown = known.contains("v\(number)")
            #expect(try kept.contains(key) == isKnown)
            #expect(try digests.contains(key) == isKnown)
        }
        #expect(try !kept.contains(ReferenceKey(["v1", ""])))
    }

    @Test("The findings do not depend on the number of workers")
    func workers() throws {
        let folder = try Files([
            "cities.csv": "id,country,city\n"
                + (0..<5000).map { "\($0),c\($0 % 97),x\n" }.joined(),
            "countries.csv": "code\n" + (0..<90).map { "c\($0)\n" }.joined(),
        ])
        func findings(workers: Int) throws -> [Int?] {
            var options = CheckOptions()
            options.workers = workers
            options.chunkSize = 4096
            options.findingLimit = nil
            var findings: [Finding] = []
            let report = try CheckEngine(options: options).check(
                path: folder.path + "/cities.csv", schema: Self.schema(), scripts: nil
            ) { findings.append($0) }
            #expect(report.counts.map(\.count) == [findings.count])
            return findings.map(\.line)
        }
        let wanted = (0..<5000).filter { $0 % 97 >= 90 }.map { Optional($0 + 2) }
        #expect(try findings(workers: 1) == wanted)
        #expect(try findings(workers: 3) == wanted)
    }
}
