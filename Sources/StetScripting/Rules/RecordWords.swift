import StetText

/// Sentences about records that several places say.
enum RecordWords {
    static func unknownField(_ name: String, among fields: [String]) -> String {
        "there is no field \"\(name)\"" + Suggestion.hint(for: name, among: fields)
    }

    static func notValid(_ field: String?) -> String {
        field.map { "\"\($0)\" is not valid" } ?? "the record is not valid"
    }
}
