import StetScripting
import StetText

/// What the table of documentation says, laid out.
struct LuaHelp {
    /// Columns.
    let width: Int

    /// Names with the same text, such as those of collections and views, are told of once.
    func text(_ entries: [LuaDocumentation]) -> String {
        var parts: [(synopses: [String], text: String)] = []
        for entry in entries {
            if let place = parts.firstIndex(where: { $0.text == entry.text }) {
                parts[place].synopses.append(entry.synopsis)
            } else {
                parts.append(([entry.synopsis], entry.text))
            }
        }
        return parts.map { part in
            part.synopses.joined(separator: "\n") + "\n"
                + wrapped(part.text, width: width, indentation: 2) + "\n"
        }.joined(separator: "\n")
    }

    /// One line each, as far as they go.
    func list(_ entries: [LuaDocumentation]) -> String {
        definitionList(
            entries.map { ($0.synopsis, $0.text) }, width: width,
            termWidth: min(26, max(6, width / 3))) + "\n"
    }

    /// The methods of an object, without its name.
    func methods(of owner: String) -> String {
        let members = LuaDocumentation.members(of: owner)
        guard !members.isEmpty else { return "" }
        return definitionList(
            members.map { ((members[0].isMethod ? ":" : ".") + $0.call, $0.text) }, width: width,
            termWidth: min(26, max(6, width / 3))) + "\n"
    }
}
