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
            return CommandRegistry.overview(width: bench.textWidth)
        }
        return lua(text)
    }

    /// Help on a name alone, such as `weight` or `it:where`; empty if it is not known.
    func text(on name: String) -> String { lua(Array(name.utf8)) }

    private func command(_ text: [UInt8], _ name: Range<Int>) -> String {
        let word = String(decoding: text[name].dropFirst(), as: UTF8.self)
        guard let command = CommandRegistry.command(named: word) else {
            return CommandRegistry.overview(width: bench.textWidth)
        }
        let help = CommandRegistry.help(on: command, width: bench.textWidth)
        let words = CommandWords(text, from: name.upperBound)
        let last = words.last.text.prefix { $0 != "=" }
        guard
            let field = field(named: last.hasPrefix("-") ? String(last.dropFirst()) : String(last))
        else { return help }
        return help + "\n" + field
    }

    // MARK: Fields

    private func field(named name: String) -> String? {
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

    // MARK: Lua

    private func lua(_ text: [UInt8]) -> String {
        let lexer = LuaLexer(text)
        guard let last = lexer.tokens.last, last.range.upperBound == text.count, !last.isOpen
        else { return "" }
        if last.kind == .keyword { return "\(lexer.text(last)): a keyword of Lua\n" }
        guard last.kind == .name else { return "" }
        do throws(LuaError) {
            let stack = try bench.host.state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(100)
            stack.push(bench.host.environment)
            let scope = CompletionScope(
                names: bench.session == nil ? .globals : .draft,
                layout: bench.session?.draft.layout)
            let names = LuaNames(
                stack: stack, environment: stack.top, scope: scope, budget: CompletionBudget())
            return describe(lexer, names)
        } catch {
            return ""
        }
    }

    private func describe(_ lexer: LuaLexer, _ names: LuaNames) -> String {
        let last = lexer.tokens.count - 1
        let name = lexer.text(lexer.tokens[last])
        let stack = names.stack
        if lexer.is(last - 1, ":") {
            guard let path = LuaPath(lexer, endingAt: last - 2), let subject = names.resolve(path)
            else { return "" }
            if let method = method(name, of: subject, stack) { return method }
            if case .text = subject { stack.push("") }
            guard let found = member(name, names) else { return "" }
            return found
        }
        if let path = LuaPath(lexer, endingAt: last), let subject = names.resolve(path) {
            switch subject {
            case .value: return value(name, stack)
            case .shape(let shape): return "\(name): a \(shape.kind)\n"
            case .text:
                if let field = field(named: name) { return field }
                return "\(name): a text\n"
            }
        }
        if let path = LuaPath(lexer, endingAt: last - 2), lexer.is(last - 1, "."),
            let subject = names.resolve(path), let method = method(name, of: subject, stack)
        {
            return method
        }
        return field(named: name) ?? ""
    }

    private func method(
        _ name: String, of subject: LuaNames.Subject, _ stack: LuaStack
    ) -> String? {
        var shape: HostShape?
        var methods: [String] = []
        var owner = ""
        switch subject {
        case .shape(let known): shape = known
        case .value:
            shape = HostShape(at: stack.top, of: stack)
            if shape == nil, let type = stack.hostType(at: stack.top) {
                (methods, owner) = (type.methodNames, type.name)
            }
        case .text: return nil
        }
        if let shape { (methods, owner) = (shape.methods(on: stack), "\(shape.kind)") }
        guard methods.contains(name) else { return nil }
        return "\(name): a method of a \(owner)\n"
    }

    /// The member of the value on top.
    private func member(_ name: String, _ names: LuaNames) -> String? {
        var found: String?
        names.forEachMember { bytes in
            if bytes.elementsEqual(name.utf8) { found = value(name, names.stack) }
            return found == nil && names.budget.take()
        }
        return found
    }

    /// What the value on top is.
    private func value(_ name: String, _ stack: LuaStack) -> String {
        let what: String
        switch stack.type(at: stack.top) {
        case .function:
            what =
                stack.place(ofFunctionAt: stack.top).map {
                    "a function, from \(TerminalText.line("\($0.chunk):\($0.line)"))"
                } ?? "a function, built in"
        case .string:
            what = LuaLiteral.string(stack.bytes(at: stack.top) ?? [], limit: 60)
        case .userdata:
            if let shape = HostShape(at: stack.top, of: stack) {
                let file = shape.table.map { " of " + TerminalText.line($0.collection.name) } ?? ""
                what = "a \(shape.kind)" + (shape.kind == .collection ? file : "")
            } else {
                what = "a \(stack.hostType(at: stack.top)?.name ?? "userdata")"
            }
        case .number, .boolean: what = stack.description(at: stack.top)
        default: what = "a \(stack.typeName(at: stack.top))"
        }
        return "\(name): \(what)\n"
    }
}
