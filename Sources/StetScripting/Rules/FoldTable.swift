import LuaKit
import StetText

/// The table that `stet.fold { "name", init = 0, step = …, merge = …, finish = … }` is.
enum FoldTable {
    private static let known = ["init", "step", "merge", "finish"]

    /// Checks the table's shape and gives its name.
    static func check(_ stack: LuaStack, at table: Int) throws(RulesError) -> String {
        let top = stack.top
        defer { stack.setTop(top) }
        stack.pushElement(1, of: table)
        guard let name = stack.string(at: -1), !name.isEmpty else {
            throw RulesError("a fold begins with its name: stet.fold { \"total weight\", … }")
        }
        for key in try stack.names(of: table) where !known.contains(key) {
            throw RulesError(
                "fold \"\(name)\": unknown name \"\(key)\""
                    + Suggestion.hint(for: key, among: known))
        }
        for key in ["step", "merge", "finish"] {
            guard stack.pushField(key, of: table) == .function else {
                throw RulesError("fold \"\(name)\": \(key) must be a function")
            }
        }
        return name
    }
}
