import LuaKit
import StetText

/// Sentences about records that several places say.
enum RecordWords {
    static func unknownField(_ name: String, among fields: [String]) -> String {
        "there is no field \"\(name)\"" + Suggestion.hint(for: name, among: fields)
    }

    static func notValid(_ field: String?) -> String {
        field.map { "\"\($0)\" is not valid" } ?? "the record is not valid"
    }

    /// Why a rule was turned off.
    static func limit(_ error: LuaError) -> String {
        error.kind == .memory
            ? "the rule used more memory than rules may; it is now off"
            : "the rule took longer than a call may; it is now off"
    }
}
