import StetCore
import Testing

@Suite struct CellReadingTests {
    private func read(_ type: FieldType, _ text: ByteString) -> CellReading {
        var field = Field(name: "f")
        field.type = type
        return FieldFormat(field: field).read(Cell(text))
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min),
        ] as [(ByteString, Int)])
    func integers(_ text: ByteString, _ value: Int) {
        #expect(read(.integer, text) == .value(.integer(value)))
        #expect(read(.number, text) == .value(.integer(value)))
    }

    @Test(
        arguments: [
            "12.5", "1e2", "0x10", "1_000", "007", " 7 ", "7 ", "-", "+", "--1",
            "9223372036854775808", "-9223372036854775809", "１",
        ] as [ByteString])
    func noIntegers(_ text: ByteString) {
        #expect(read(.integer, text) == .illTyped)
    }

    @Test(
        arguments: [(".5", 0.5), ("1.5e3", 1500), ("-0.25", -0.25), ("1E-2", 0.01)]
            as [(ByteString, Double)])
    func numbers(_ text: ByteString, _ value: Double) {
        #expect(read(.number, text) == .value(.number(value)))
    }

    @Test(
        arguments: [
            "5.", ".", "e5", "1e", "1e+", "nan", "inf", "0x1p3", "1e400", "00.5", "1,5", "1 ",
        ] as [ByteString])
    func noNumbers(_ text: ByteString) {
        #expect(read(.number, text) == .illTyped)
    }

    @Test func datesAreOfTheCalendar() {
        #expect(read(.date, "2024-02-29") == .value(.text("2024-02-29")))
        for text in ["2021-02-30", "1900-02-29", "2021-13-01", "2021-1-01", "2021-00-10"] {
            #expect(read(.date, ByteString(text)) == .illTyped)
        }
    }

    @Test func blanksAreAllowedOnlyWhereTheyAreTrimmed() {
        var field = Field(name: "f")
        field.type = .integer
        field.trim = true
        #expect(FieldFormat(field: field).read(Cell(" 7\t")) == .value(.integer(7)))
        #expect(FieldFormat(field: field).read(Cell("  ")) == .missing)
    }
}
