import Testing

@testable import StetText

@Suite("Wording")
struct WordingTests {
    private let names = ["required", "unique", "min", "max", "above", "min_length", "pattern"]

    @Test(
        "The name that was meant",
        arguments: [
            ("requird", "required"), ("uniqeu", "unique"), ("minlength", "min_length"),
            ("Pattern", "pattern"), ("mni", "min"), ("abov", "above"),
        ])
    func suggestion(typed: String, meant: String) {
        #expect(Suggestion.nearest(to: typed, among: names) == meant)
    }

    @Test("Nothing is suggested for what is far, and a name is not its own suggestion")
    func noSuggestion() {
        #expect(Suggestion.nearest(to: "colour", among: names) == nil)
        #expect(Suggestion.nearest(to: "x", among: ["y", "z"]) == nil)
        #expect(Suggestion.nearest(to: "", among: names) == nil)
        #expect(Suggestion.nearest(to: "unique", among: ["unique"]) == nil)
        #expect(Suggestion.nearest(to: "id", among: []) == nil)
    }

    @Test("The nearest wins, and of equally near ones the first")
    func order() {
        #expect(Suggestion.nearest(to: "mix", among: ["max", "min"]) == "max")
        #expect(Suggestion.nearest(to: "weigth", among: ["width", "weight"]) == "weight")
    }

    @Test("Numbers and counts")
    func numbers() {
        #expect(
            [0, 999, 1000, 1_000_000, -12_345].map(English.grouped) == [
                "0", "999", "1,000", "1,000,000", "-12,345",
            ])
        #expect(English.grouped(.min) == "-9,223,372,036,854,775,808")
        #expect(English.count(1, "record") == "1 record")
        #expect(English.count(1200, "record") == "1,200 records")
        #expect(English.count(0, "entry", plural: "entries") == "0 entries")
    }

    @Test("Lists")
    func lists() {
        #expect(English.list([]) == "")
        #expect(English.list(["a"]) == "a")
        #expect(English.list(["a", "b"]) == "a and b")
        #expect(English.list(["a", "b", "c"], joiner: "or") == "a, b or c")
    }
}
