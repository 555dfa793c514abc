import Testing

@testable import StetCore

@Suite("Queries")
struct QueryTests {
    private func fruits() -> StetCore.Collection {
        var weight = Field(name: "weight")
        weight.type = .number
        var schema = Schema()
        schema.fields = [weight]
        let records = [
            ["apple", "182", "red", "1"], ["grape", "", "purple", ""], ["kiwi", "heavy", "", "x"],
            ["melon", "1280.5", "green", "2"],
        ]
        return Collection(
            source: MemorySource(
                columns: ["id", "weight", "color", "a b"],
                records: records.map { $0.map { Cell(ByteString($0)) } }),
            schema: schema)
    }

    private func ids(_ text: String) throws -> [String] {
        let fruits = fruits()
        let query = try Query(text, in: fruits.layout)
        return try fruits.all.where(query).rows().map {
            try fruits.record($0).cell("id")?.text.description ?? ""
        }
    }

    @Test(
        "What a query finds",
        arguments: [
            ("weight > 100", ["apple", "melon"]),
            ("weight <= 182.0", ["apple"]),
            ("not (weight > 200)", ["apple", "grape", "kiwi"]),
            ("weight == nil", ["grape"]),
            ("weight ~= nil", ["apple", "kiwi", "melon"]),
            ("color ~= 'red'", ["grape", "melon"]),
            ("color == \"red\" or color == 'green' and weight > 2000", ["apple"]),
            ("weight * 2 + 1 == 365", ["apple"]),
            ("-weight < -1000", ["melon"]),
            ("weight // 100 == 1 and weight % 100 == 82", ["apple"]),
            ("#id == 4", ["kiwi"]),
            ("record[\"a b\"] == 'x'", ["kiwi"]),
            ("weight / 0 > 1e300", ["apple", "melon"]),
            ("id == 'it\\'s'", []),
            ("true", ["apple", "grape", "kiwi", "melon"]),
            ("id == [[kiwi]] -- a comment", ["kiwi"]),
            ("weight >= 0/0 or weight <= 0/0 or weight ~= 0/0 and id == 'apple'", ["apple"]),
            ("(weight and true) == nil", ["grape", "kiwi"]),
            ("record.color == '\\x72ed'", ["apple"]),
            ("weight == 0xB6", ["apple"]),
            ("9223372036854775807 < 9223372036854775808 and id == 'kiwi'", ["kiwi"]),
        ])
    func finds(text: String, wanted: [String]) throws {
        #expect(try ids(text) == wanted)
    }

    @Test(
        "What cannot be a query says why",
        arguments: [
            ("wieght > 1", "column 1: no field “wieght”; did you mean “weight”?"),
            ("weight = 1", "column 8: “=” compares nothing; write “==”"),
            ("weight > ", "column 10: the query ends too early"),
            ("", "the query is empty"),
            ("(weight > 1", "column 1: a parenthesis is not closed"),
            ("(weight > 1 2", "column 13: “2” is not expected there"),
            ("id 'x'", "column 4: “'x'” is not expected there"),
            ("id == 'x", "column 7: a text has no closing quote"),
            ("weight > 1x", "column 10: “1x” is not a number"),
            ("weight != 1", "column 8: “!” is no operator; write “~=” or “not”"),
            ("id == 'ä' && id", "column 12: “&” is no operator here; write “and”"),
            ("id == 'a' || id", "column 12: “|” is no operator here; write “or”"),
            ("id('x')", "column 1: “id” is a field, not a function"),
            ("#nosuch(id)", "column 2: no field “nosuch”"),
            ("id == '\\q'", "column 8: a text has no such character behind a backslash"),
            ("id == [[x", "column 7: a long text is not closed"),
            ("(function() if id then end)()", "column 2: a function has no “end”"),
            ("record[id]", "column 8: record[…] takes the name of a field in quotes"),
            ("id == {1, 2", "column 7: a brace is not closed"),
            ("id:(1)", "column 4: “(” is not expected there"),
        ])
    func mistakes(text: String, message: String) {
        let error = #expect(throws: QueryError.self) { try Query(text, in: fruits().layout) }
        #expect(error?.description == message)
    }

    @Test(
        "Endless nesting and rows of operators are refused",
        arguments: [
            ("(", "", "nested too deeply"), ("not ", "id", "nested too deeply"),
            ("1 + ", "1", "in a row"), ("id == ", "1", "in a row"),
            ("id .. ", "id", "nested too deeply"), ("id[", "1", "nested too deeply"),
            ("{", "", "nested too deeply"), ("id:x(", "", "nested too deeply"),
        ])
    func depth(part: String, end: String, message: String) throws {
        let text = String(repeating: part, count: 5_000) + end
        let error = #expect(throws: QueryError.self) { try Query(text, in: fruits().layout) }
        #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
    }

    @Test("Many alternatives may be listed")
    func alternatives() throws {
        let any = String(repeating: "id == 'x' or ", count: 3_000) + "id == 'kiwi'"
        #expect(try ids(any) == ["kiwi"])
    }

    @Test("What has no order is an error that names the record, not an answer")
    func noOrder() {
        let error = #expect(throws: CollectionError.self) { try ids("color > 5") }
        #expect(
            error?.message
                == "record apple: the text “red” and the integer 5 have no order")
    }
}
