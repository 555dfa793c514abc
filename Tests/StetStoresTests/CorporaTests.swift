import Foundation
import StetCore
import Testing

@testable import StetStores

@Suite("Public test data", .enabled(if: corpora != nil, "STET_CORPORA names no folder"))
struct CorporaTests {
    private let folder = corpora ?? ""

    private func files(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/" + name).sorted()
    }

    private func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The rows that a JSON file of either corpus means, the header first where it has one.
    private func matches(_ found: Reading, _ path: String) throws -> Bool {
        let value = try json(path)
        if let objects = value as? [[String: String]] {
            let rows = found.texts.map { row in
                Dictionary(zip(found.columns, row), uniquingKeysWith: { $1 })
            }
            return rows == objects
        }
        // Rows that are arrays count the header among them, if we took the first row for one.
        guard let rows = value as? [[String]] else { return false }
        let hasHeader = found.columns != (1...max(found.columns.count, 1)).map(String.init)
        return (hasHeader ? [found.columns] : []) + found.texts == rows
    }

    @Test("csv-spectrum reads as its JSON says")
    func spectrum() throws {
        for file in try files("csv-spectrum/csvs") {
            let found = try reading(ofFile: "\(folder)/csv-spectrum/csvs/\(file)")
            let json = "\(folder)/csv-spectrum/json/\(file.dropLast(4)).json"
            #expect(try matches(found, json), "\(file)")
            #expect(found.failures.isEmpty, "\(file)")
        }
    }

    @Test("csv-test-data reads as its JSON says, and what is bad is found")
    func testData() throws {
        // One is bad only for a reader that expects other names; a quote inside an unquoted cell
        // is text.
        let harmless = ["bad-header-wrong-header.csv", "bad-unescaped-quote.csv"]
        for file in try files("csv-test-data/csv") where !harmless.contains(file) {
            let found = try reading(ofFile: "\(folder)/csv-test-data/csv/\(file)")
            if file.hasPrefix("bad-") {
                let hasError = !found.failures.isEmpty || found.findings.contains("csv.empty")
                #expect(hasError, "\(file)")
            } else {
                let json = "\(folder)/csv-test-data/json/\(file.dropLast(4)).json"
                #expect(try matches(found, json), "\(file): \(found.columns) \(found.texts)")
                #expect(found.failures.isEmpty, "\(file)")
            }
        }
    }

    @Test("Traps have the defined reading")
    func traps() throws {
        func trap(_ name: String) throws -> Reading {
            try reading(ofFile: "\(folder)/traps/\(name).csv")
        }
        #expect(try trap("blank_header").findings == ["csv.header.blank"])
        #expect(try trap("bom_quoted").columns == ["id", "name"])
        #expect(try trap("cr_only").texts == [["1", "a"], ["2", "b"]])
        #expect(try trap("dup_header").findings == ["csv.header.duplicate"])
        #expect(try trap("embedded_nl").texts == [["1", "a\nb", "5"], ["2", "c", "x"]])
        #expect(try trap("empty").findings == ["csv.empty"])
        #expect(try trap("header_only").columns == ["id", "name"])
        #expect(try trap("huge").failures.isEmpty)
        #expect(try trap("huge").records[0][1].bytes.count >= 200_000)
        #expect(try trap("latin1_late").codes == ["encoding"])
        #expect(try trap("lone_quote").texts[0] == ["1", "5\" pipe"])
        #expect(try trap("lone_quote").failures.isEmpty)
        #expect(try trap("mixed_eol").findings == ["csv.line_ends"])
        #expect(try trap("no_trailing_nl").texts == [["1", "a"], ["2", "b"]])
        #expect(try trap("nul").texts[0] == ["1", "a\0b"])
        #expect(try trap("pos").starts.map(\.line) == [2, 5, 6])
        #expect(try trap("pos").failures.map(\.position.line) == [6])
        #expect(try trap("quote_style").texts[1] == ["2", "00456", " b"])
        #expect(try trap("ragged").failures.map(\.cells) == [1, 3])
        #expect(try trap("types").texts[0][8] == "1,5")
        #expect(try trap("unclosed_quote").records.count == 3)
        #expect(try trap("unclosed_quote").codes == ["csv.quote"])
        #expect(try trap("utf16").columns == ["id", "name"])
        #expect(try trap("utf16").failures.isEmpty)
    }

    @Test("Real files are read as a person would")
    func real() throws {
        func real(_ name: String) throws -> Reading {
            try reading(ofFile: "\(folder)/real/\(name)")
        }
        for (name, width) in [
            ("airports.dat", 14), ("airlines.dat", 8), ("routes.dat", 9), ("countries.dat", 3),
        ] {
            let found = try real(name)
            #expect(found.columns == (1...width).map(String.init), "\(name)")
        }
        let codes = try real("country-codes.csv")
        #expect(codes.columns.count == 56)
        #expect(codes.failures.isEmpty)
        let ratings = try real("pollster-ratings.csv")
        #expect(ratings.columns.first == "Pollster")
        let notes = try real("dpc-covid19-ita-note.csv")
        #expect(notes.columns == ["data", "note"])
        #expect(notes.failures.isEmpty)
        #expect(try real("tate-artists.csv").failures.isEmpty)
        #expect(try real("nextBechdel_crewGender.csv").codes.contains("encoding"))
    }
}
