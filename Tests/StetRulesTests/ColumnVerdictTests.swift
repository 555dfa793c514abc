import StetCore
import TestSupport
import Testing

@testable import StetRules

/// The columnar loop, the judgement of one cell and the reading of collections must agree.
@Suite struct ColumnVerdictTests {
    private static let texts = [
        "", "0", "7", "-7", "+7", "007", "120", "121", "12.5", ".5", "5.", "1e2", "1e400", " 7",
        "7 ", "\t7", "abc", "abcdefg", "abcdefgh", "abcdefghi", "NA", "n/a", "-", "true", "false",
        "yes", "2024-02-29", "2023-02-29", "2024-12-31", "2024-13-01", "a\"b", "\"\"", "é", "🍌",
        "a,b", "a\nb", "9223372036854775807", "9223372036854775808", "9007199254740993", "red",
        "green", "0.1", "00.1", "12345678", "123456789", "1234567.", "12345.67", "-0.5", "   ",
        "999", " NA ", "x@y.zz", "\0", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]

    private static func randomField(_ generator: inout SeededGenerator) -> (Field, Schema) {
        var field = Field("x", FieldType.allCases.randomElement(using: &generator) ?? .string)
        func some(_ kinds: [Constraint.Kind]) {
            for kind in kinds where Int.random(in: 0..<4, using: &generator) == 0 {
                field.constraints.append(Constraint(kind))
            }
        }
        some([.required])
        switch field.type {
        case .string:
            some([
                .minimumLength(1), .minimumLength(2), .maximumLength(7), .pattern("[a-z]+"),
                .pattern("[^@]*@?.*"), .pattern("(?i)[a-z\"]*"),
                .oneOf(["red", "green", "abcdefgh", "a\"b", "-"].map(Value.text)),
            ])
        case .integer:
            some([
                .minimum(.number(-1e30)), .minimum(.integer(0)), .maximum(.integer(120)),
                .above(.number(-0.5)), .below(.integer(1 << 60)),
                .oneOf([.integer(7), .integer(120)]),
            ])
        case .number:
            some([
                .minimum(.integer(0)), .maximum(.integer(120)), .above(.number(0.1)),
                .below(.integer(9_007_199_254_740_993)), .oneOf([.integer(7), .number(0.5)]),
                .pattern("[0-9.]*"),
            ])
        case .date:
            some([
                .minimum(.text("2024-01-01")), .below(.text("2024-12-31")),
                .oneOf([.text("2024-02-29"), .text("2024-03-01")]),
            ])
        case .boolean: break
        }
        field.trim = Bool.random(using: &generator)
        field.leadingZeros = Int.random(in: 0..<3, using: &generator) == 0
        if Bool.random(using: &generator) { field.trueValues = ["yes", "abcdefgh"] }
        var schema = Schema()
        let tokens: [[ByteString]] = [[""], ["NA", ""], ["n/a"], ["999", "abcdefghi", "-"], []]
        schema.missing = tokens.randomElement(using: &generator) ?? [""]
        schema.quotedEmptyIsText = Int.random(in: 0..<3, using: &generator) == 0
        if Int.random(in: 0..<4, using: &generator) == 0 { field.missing = ["7", ""] }
        schema.fields = [field]
        return (field, schema)
    }

    @Test func columnsAndCellsAgree() throws {
        var generator = SeededGenerator(seed: 7)
        let workspace = CompiledField.Workspace()
        var broken: Set<String> = []
        for _ in 0..<600 {
            let (_, schema) = Self.randomField(&generator)
            let plan = try CheckPlan(schema: schema, columns: ["x"])
            let cells = (0..<100).map { _ in
                WrittenCell(
                    Self.texts.randomElement(using: &generator) ?? "",
                    isQuoted: Bool.random(using: &generator))
            }
            let single = cells.map { cell in
                plan.fields[0].verdict(
                    of: ByteString(cell.text), isQuoted: cell.isQuoted, workspace: workspace
                ).map { plan.rules[$0].code }
            }
            let column = plan.failures(cells.map { [$0] })
            for (index, cell) in cells.enumerated() where single[index] != column[index] {
                Issue.record("\(cell): \(single[index]) and \(column[index]) in \(schema)")
            }
            broken.formUnion(single.joined())
        }
        // The cells are such that every rule is broken by some.
        let codes: Set<String> = [
            "required", "type", "min", "max", "above", "below", "min_length", "max_length",
            "pattern", "enum",
        ]
        #expect(broken == codes)
    }

    @Test func collectionsReadCellsAsChecksDo() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<200 {
            let (field, schema) = Self.randomField(&generator)
            let compiled = try CheckPlan(schema: schema, columns: ["x"]).fields[0]
            let format = FieldFormat(field: field, schema: schema)
            for text in Self.texts {
                let isQuoted = Bool.random(using: &generator)
                let reading = format.read(Cell(ByteString(text), isQuoted: isQuoted))
                let typed = Array(text.utf8).withUnsafeBufferPointer { bytes in
                    switch compiled.read(bytes, isQuoted: isQuoted) {
                    case .missing: CellReading.missing
                    case .illTyped: CellReading.illTyped
                    case .integer(let value): CellReading.value(.integer(value))
                    case .number(let value): CellReading.value(.number(value))
                    case .boolean(let value): CellReading.value(.boolean(value))
                    case .text(let text): CellReading.value(.text(ByteString(text)))
                    }
                }
                #expect(reading == typed, "\(text) in \(schema)")
            }
        }
    }

    /// Ragged and blank records between full ones, over more records than a word of marks.
    @Test func raggedRecordsKeepOthersInPlace() throws {
        let plan = try CheckPlan(Field("x", .integer), Field("y", .integer, .required))
        let good = [WrittenCell("1"), WrittenCell("2")]
        var records = Array(repeating: good, count: RecordBlock.recordCapacity)
        records[3] = []
        records[8] = [WrittenCell("a")]
        records[9] = [WrittenCell("a"), WrittenCell("b"), WrittenCell("c")]
        records[1023] = [WrittenCell("1"), WrittenCell("")]
        let failures = plan.failures(records)
        #expect(failures[8] == ["type"])
        #expect(failures[9] == ["type", "type"])
        #expect(failures[1023] == ["required"])
        #expect(failures.joined().count == 4)
    }
}
