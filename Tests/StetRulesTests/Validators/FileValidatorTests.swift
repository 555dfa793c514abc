import Foundation
import StetCore
import Testing

@testable import StetRules

@Suite struct FileValidatorTests {
    @Test(arguments: [
        ValidatorCases(
            "path_safe",
            valid: [
                "a", "a/b", "a/b.txt", "photo 1.jpg", "é/日本.png", ".hidden", "a.b.c", "con1",
                "console.log", "a-b_c", "com/1", "lpt0",
            ],
            invalid: [
                "", "/a", "../a", "a/../b", "a/..", "./a", "a//b", "a/", "a\\b", "C:/a", "a?b",
                "a*",
                "con", "CON.txt", "a/nul", "com1.log", "a.", "a ", "a/b. ", "a\u{0}", "a\nb",
                String(repeating: "a", count: 256),
            ],
            reasons: [("../etc", "\"../etc\" has . or .. for a name")]),
        ValidatorCases(
            "formula_safe",
            valid: [
                "", "a", "1", "-3.5", "+7", "-1e5", "a=b", "a@b.c", "é", "'=1", " =1", "-0.5",
            ],
            invalid: [
                "=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1",
                "-", "+a", "＝1", "－1", "＋1", "＠a", "-3,5",
            ],
            reasons: [("=A1", "\"=A1\" begins like a formula")]),
    ])
    func holds(_ cases: ValidatorCases) throws {
        try cases.hold()
    }

    @Test func filesThatExist() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("stet-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let names = (0..<9).map { "f\($0).txt" } + ["sub/é.txt", "sub/a b.txt"]
        for name in names { try Data().write(to: folder.appendingPathComponent(name)) }
        var schema = Schema()
        schema.fields = [Field("x", .string, .standard(ValidatorCall("file_exists")))]
        let plan = try CheckPlan(
            schema: schema, columns: ["x"], path: folder.appendingPathComponent("t.csv").path)
        for name in names + [folder.path + "/f0.txt", "sub/../f1.txt", "./f2.txt"] {
            #expect(plan.messages(name) == [], "\(name)")
        }
        let missing = [
            "f", "f9.txt", "F0.TXT", "sub/f0.txt", "f0.txt/x", "nosub/a", "é.txt", " f0.txt",
        ]
        for name in missing {
            #expect(
                plan.messages(name) == [
                    "\(CheckPlan.quoted(ByteString(name))) is a path where no file is"
                ])
        }
        #expect(plan.messages("sub") == ["\"sub\" is a folder, not a file"])
        #expect(plan.codes("f0.txt\u{0}") == ["validate"])
        #expect(plan.codes(String(repeating: "a", count: 5000)) == ["validate"])
    }
}
