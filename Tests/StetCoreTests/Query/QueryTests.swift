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
        ])
    func finds(text: String, wanted: [String]) throws {
        #expect(try ids(text) == wanted)
    }

    @Test(
        "What cannot be a query says why",
        arguments: [
            ("wieght > 1", "no field “wieght”; did you mean “weight”?"),
            ("weight = 1", "“=” compares nothing; write “==”"),
            ("weight > ", "the query ends too early"),
            ("", "the query is empty"),
            ("(weight > 1", "a parenthesis is not closed"),
            (
                "id:find('x')",
                "a query calls no functions: “:” is not understood; use a Lua function"
            ),
            ("id 'x'", "“x” is not expected there"),
            ("id == 'x", "a text has no closing quote"),
            ("weight > 1x", "“1x” is not a number"),
        ])
    func mistakes(text: String, message: String) {
        #expect(throws: QueryError(message)) { try Query(text, in: fruits().layout) }
    }

    @Test("What has no order is an error, not an answer")
    func noOrder() {
        #expect(throws: CollectionError.self) { try ids("color > 5") }
    }
}
