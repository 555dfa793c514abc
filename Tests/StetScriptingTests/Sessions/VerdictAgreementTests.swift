import LuaKit
import StetCore
import StetSessions
import TestSupport
import Testing

@testable import StetScripting

/// The form that refuses a bad save and the check of a file run one compiled check: whatever is
/// in the cells, they say the same of them.
@Suite struct VerdictAgreementTests {
    private static let rules = """
        return {
          key = "id",
          missing = { "", "-" },
          fields = {
            { "id", max_length = 4, pattern = "[a-z]+[0-9]*" },
            { "name", required = true, min_length = 2, validate = { function(name) return not name:find("^%s"), "starts with a blank" end, "trimmed", "no_control" } },
            { "count", type = "integer", min = 0, max = 99, leading_zeros = true, validate = stet.validators.depends_on("day") },
            { "weight", type = "number", above = 0, trim = true },
            { "ripe", type = "boolean", true_values = { "yes" }, false_values = { "no" } },
            { "day", type = "date", required = { true, when = function(r) return r.ripe end } },
            { "color", enum = { "red", "green" }, required = { true, severity = "warning" } },
          },
          validate = { stet.validators.at_least_one_of("count", "weight", "day"), function(ctx, r)
            if r.color == "red" and (r.weight or 0) > 5 then return { { field = "weight", message = "too heavy for red" } } end
            if (r.count or 0) == 13 then return "unlucky" end
          end },
        }
        """

    private static let cells = [
        "", "-", " ", "a", "ab", "abc", "abcde", "x1", "Äpfel", " lead", "red", "green", "blue",
        "yes", "no", "true", "0", "007", "-1", "13", "99", "100", "1.5", "5.", ".5", "1e2", " 6 ",
        "2024-02-29", "2023-02-29", "a,b", "say \"hi\"", "two\nlines", "\u{7}",
        "9223372036854775808",
    ]

    @Test(arguments: [UInt64(1), 2, 3])
    func formAndFileSayTheSame(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        let names = ["id", "name", "count", "weight", "ripe", "day", "color"]
        let records = (0..<120).map { number in
            names.map { name in
                name == "id" ? "k\(number)" : Self.cells.randomElement(using: &numbers) ?? ""
            }
        }
        func quoted(_ text: String) -> String {
            text.contains { "\",\n".contains($0) }
                ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
        }
        let text =
            ([names] + records).map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
        let checked = try check(text, Self.rules)
        var ofFile: [Int: Set<String>] = [:]
        for finding in checked.findings {
            guard let record = finding.record else { continue }
            ofFile[record, default: []].insert(
                "\(finding.field ?? "-") \(finding.severity) \(finding.message)")
        }

        let folder = try TableFolder(
            names.joined(separator: ",") + "\n"
                + (0..<records.count).map { "k\($0),xx,,,,,red\n" }.joined(), rules: Self.rules)
        let table = try OpenedTable(path: folder.file)
        var disagreements = 0
        for (number, record) in records.enumerated() {
            let session = try DetailSession.edit(RowID(number + 1), of: table.collection)
            for (name, cell) in zip(names, record) {
                try session.setText(name, ByteString(cell))
            }
            let ofForm = Set(
                session.form.problems.map { "\($0.field ?? "-") \($0.severity) \($0.message)" })
            if ofForm != ofFile[number + 1, default: []] {
                disagreements += 1
                Issue.record("\(record): form \(ofForm), file \(ofFile[number + 1, default: []])")
            }
            let errors = ofFile[number + 1, default: []].contains { $0.contains(" error ") }
            #expect(session.form.canSave == !errors)
        }
        #expect(disagreements == 0)
        // Random cells are good and bad.
        #expect(ofFile.count > 20)
    }
}
