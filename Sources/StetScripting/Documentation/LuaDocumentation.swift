import LuaKit

/// What is to be said of a name that Lua has at a prompt or in a script.
///
/// One table serves the help, F1, `help(…)` and what completion shows of a call.
package struct LuaDocumentation: Sendable {
    /// What the name belongs to: `collection`, `session`, `stet`, `string`; empty for globals.
    package let owner: String
    package let name: String
    /// How it is called, without its owner: `where(condition)`.
    package let call: String
    /// One sentence without a full stop, or several.
    package let text: String

    /// Whether it stands behind a colon.
    package var isMethod: Bool { LuaOwner.isObject(owner) }

    /// `collection:where(condition)`
    package var synopsis: String {
        if owner.isEmpty { return call }
        return LuaOwner.placeholder(owner) + (isMethod ? ":" : ".") + call
    }

    /// All that is known, in the order of the tables.
    package static let all: [LuaDocumentation] = LuaOwner.all.flatMap {
        read($0.lines, of: $0.name)
    }

    private static let byOwner = Dictionary(grouping: all, by: \.owner)
    private static let byName = Dictionary(grouping: all, by: \.name)

    package static func members(of owner: String) -> [LuaDocumentation] { byOwner[owner] ?? [] }

    package static func entry(_ name: String, of owner: String) -> LuaDocumentation? {
        members(of: owner).first { $0.name == name }
    }

    /// Everything of that name, whatever it belongs to.
    package static func entries(named name: String) -> [LuaDocumentation] { byName[name] ?? [] }

    /// Lines of the form `call — text`; indented ones go on with the text.
    private static func read(_ lines: String, of owner: String) -> [LuaDocumentation] {
        var pairs: [(call: String, text: String)] = []
        for line in lines.split(separator: "\n") {
            if line.first == " ", !pairs.isEmpty {
                pairs[pairs.count - 1].text += " " + line.drop { $0 == " " }
                continue
            }
            guard let dash = line.firstRange(of: " — ") else { continue }
            pairs.append((String(line[..<dash.lowerBound]), String(line[dash.upperBound...])))
        }
        return pairs.map { pair in
            let name = pair.call.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            return LuaDocumentation(
                owner: owner, name: String(name), call: pair.call, text: pair.text)
        }
    }
}

/// What names can belong to.
package struct LuaOwner: Sendable {
    /// What Lua calls its type, or the name of its table.
    let name: String
    /// What stands for one in a synopsis; nil: the name of the table itself.
    let placeholder: String?
    let lines: String

    fileprivate static let all: [LuaOwner] =
        RecordDocumentation.owners + SessionDocumentation.owners + StageDocumentation.owners
        + ListDocumentation.owners + StetDocumentation.owners + LibraryDocumentation.owners

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    static func isObject(_ name: String) -> Bool { byName[name]?.placeholder != nil }
    static func placeholder(_ name: String) -> String { byName[name]?.placeholder ?? name }

    /// The types of objects that have methods.
    package static var objects: [String] {
        all.filter { $0.placeholder != nil }.map(\.name)
    }
}
