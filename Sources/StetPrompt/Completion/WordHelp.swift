import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetText

/// Help on a word of what is being typed: a command, a field, a name of Lua. Like completion it
/// runs nothing.
struct WordHelp {
    let bench: Bench

    /// What there is to say of the word at a place of an entry; empty if that is nothing.
    func text(_ entry: [UInt8], at point: Int) -> String {
        var end = min(max(0, point), entry.count)
        while end < entry.count, LuaLexer.isWord(entry[end]) { end += 1 }
        let text = Array(entry[..<end])
        if let name = CommandWords.name(of: text) { return command(text, name) }
        if text.allSatisfy(LuaLexer.isBlank) {
            return overview
        }
        return lua(text)
    }

    private var commands: CommandHelp {
        CommandHelp(commands: bench.commands, width: bench.textWidth)
    }

    var luaHelp: LuaHelp { LuaHelp(width: bench.textWidth) }

    /// All commands.
    var overview: String { commands.overview }

    /// Names that there is help on, for a hint.
    var names: [String] {
        bench.commands.names + Command.Group.allCases.map(\.keyword)
            + Set(LuaDocumentation.all.map(\.name)).sorted()
    }

    /// Help on a name alone: a command, a group of commands, a field such as `weight`, or a name of
    /// Lua such as `it:where`, `string.format` or `where`; empty if it is not known.
    func text(on name: String) -> String {
        let word = name.hasPrefix(".") ? String(name.dropFirst()) : name
        let field = field(named: name)
        if let command = bench.commands.command(named: word) {
            return commands.help(on: command) + (field.map { "\n" + $0 } ?? "")
        }
        if let field { return field }
        if let group = Command.Group.allCases.first(where: { $0.keyword == word }) {
            let text = commands.group(group)
            return text.isEmpty ? "no command is in that group yet\n" : text
        }
        let members = LuaDocumentation.members(of: name)
        if let first = members.first, !first.isMethod { return luaHelp.list(members) }
        let known = lua(Array(name.utf8))
        if !known.isEmpty { return known }
        return documented(name)
    }

    private func command(_ text: [UInt8], _ name: Range<Int>) -> String {
        let word = String(decoding: text[name].dropFirst(), as: UTF8.self)
        guard let command = bench.commands.command(named: word) else { return overview }
        let help = commands.help(on: command)
        let words = CommandWords(text, from: name.upperBound)
        let last = words.last.text.prefix { $0 != "=" }
        guard
            let field = field(named: last.hasPrefix("-") ? String(last.dropFirst()) : String(last))
        else { return help }
        return help + "\n" + field
    }

    // MARK: Fields

    func field(named name: String) -> String? {
        let layout = bench.session?.draft.layout ?? bench.table?.collection.layout
        return layout?.column(named: name).map(describe)
    }

    private func describe(_ column: CollectionColumn) -> String {
        let field = column.format.field
        var text = "\(TerminalText.line(field.name)): \(field.type.rawValue)"
        if let unit = field.unit { text += " (\(TerminalText.line(unit)))" }
        if let title = field.title { text += ", \(TerminalText.line(title))" }
        text += "\n"
        for constraint in field.constraints {
            text += "  \(TerminalText.line(Self.describe(constraint.kind)))\n"
        }
        return text
    }

    private static func describe(_ kind: Constraint.Kind) -> String {
        switch kind {
        case .minimum(let value), .maximum(let value), .above(let value), .below(let value):
            "\(kind.name) \(value)"
        case .minimumLength(let count), .maximumLength(let count): "\(kind.name) \(count)"
        case .pattern(let pattern): "\(kind.name) \(pattern)"
        case .oneOf(let values):
            "\(kind.name) \(values.prefix(40).map(\.description).joined(separator: ", "))"
                + (values.count > 40 ? ", …" : "")
        case .standard(let call):
            "\(kind.name) \(call.name)"
                + (call.arguments.isEmpty
                    ? "" : "(\(call.arguments.map(\.description).joined(separator: ", ")))")
        case .required, .unique, .references, .validate: kind.name
        }
    }
}
