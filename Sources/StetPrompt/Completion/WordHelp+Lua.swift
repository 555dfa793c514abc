import LuaKit
import StetCore
import StetScripting
import StetSessions
import StetText

/// Help on names and values of Lua.
extension WordHelp {
    /// What the documentation has under a name whose owner is not here: `c:where`, `session:save`.
    func documented(_ name: String) -> String {
        let member = name.split { $0 == ":" || $0 == "." }.last.map(String.init) ?? name
        let entries = LuaDocumentation.entries(named: member)
        let owner = name.dropLast(member.count).dropLast()
        let own = entries.filter { $0.owner == owner || $0.synopsis.hasPrefix("\(owner):") }
        if !owner.isEmpty, !own.isEmpty { return luaHelp.text(own) }
        let ofOwner = LuaDocumentation.members(of: name)
        if !ofOwner.isEmpty { return luaHelp.list(ofOwner) }
        // `a.b` of somebody's own is no name of these.
        return luaHelp.text(
            name.contains(".") ? entries.filter { !$0.isMethod && $0.owner == owner } : entries)
    }

    /// Help on a value that Lua has: a function of the host's or of Lua's, or an object.
    func text(onValueAt index: Int, of stack: LuaStack) -> String {
        if let name = stack.nameOfHostFunction(at: index) {
            let entries = LuaDocumentation.entries(named: name)
            if !entries.isEmpty { return luaHelp.text(entries) }
        }
        if let shape = HostShape(at: index, of: stack) {
            return described(shape) + luaHelp.methods(of: "\(shape.kind)")
        }
        if let type = stack.hostType(at: index) {
            return "a \(type.name)\n" + luaHelp.methods(of: type.name)
        }
        stack.pushCopy(index)
        defer { stack.pop() }
        if stack.type(at: -1) == .function || stack.type(at: -1) == .table,
            let path = path(toValueOnTopOf: stack)
        {
            return text(on: path)
        }
        return value(nil, stack)
    }

    private func described(_ shape: HostShape) -> String {
        switch shape.kind {
        case .validators:
            return "the standard validators; \"stet help validators\" tells of them:\n"
                + wrapped(shape.members.joined(separator: " "), width: bench.textWidth) + "\n"
        case .collection:
            return "a collection"
                + (shape.table.map { ": " + TerminalText.line($0.collection.name) } ?? "") + "\n"
        case .view, .record, .draft, .session: return "a \(shape.kind)\n"
        }
    }

    /// Where the value on top is found: `string.format`; nil if that is no place that is known.
    private func path(toValueOnTopOf stack: LuaStack) -> String? {
        let value = stack.top
        return stack.scope {
            stack.push(bench.host.environment)
            let environment = stack.top
            for entry in LuaDocumentation.all where !entry.isMethod {
                let base = stack.top
                defer { stack.setTop(base) }
                stack.pushCopy(environment)
                for step in entry.owner.split(separator: ".") {
                    guard stack.type(at: stack.top) == .table else { break }
                    stack.pushField(String(step), of: stack.top)
                }
                guard stack.type(at: stack.top) == .table else { continue }
                if stack.isRawEqual(value, stack.top) { return entry.owner }
                stack.pushField(entry.name, of: stack.top)
                if stack.isRawEqual(value, stack.top) {
                    return entry.owner.isEmpty ? entry.name : "\(entry.owner).\(entry.name)"
                }
            }
            return nil
        }
    }

    /// What a call wants in whose brackets the point is, with nothing typed there yet.
    func call(_ entry: [UInt8], at point: Int) -> String {
        let text = Array(entry.prefix(max(0, point)))
        guard CommandWords.name(of: text) == nil else { return "" }
        let lexer = LuaLexer(text)
        let last = lexer.tokens.count - 1
        guard lexer.is(last, "(") || lexer.is(last, "{"), lexer.isName(last - 1) else { return "" }
        let found = lua(Array(text[..<lexer.tokens[last - 1].range.upperBound]))
        // Names of somebody's own are told of on demand only.
        return found.hasPrefix(" ") || !found.contains("(") && !found.contains("{") ? "" : found
    }

    // MARK: What stands in an entry

    func lua(_ text: [UInt8]) -> String {
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
            if case .text = subject {
                if let entry = LuaDocumentation.entry(name, of: "string") {
                    return luaHelp.text([entry])
                }
                stack.push("")
            }
            guard let found = member(name, names) else { return "" }
            return found
        }
        if let path = LuaPath(lexer, endingAt: last), let subject = names.resolve(path) {
            switch subject {
            case .value:
                let owner = lexer.text(0..<lexer.tokens[last].range.lowerBound).trimmed.dropLast()
                if let entry = LuaDocumentation.entry(name, of: String(owner)),
                    stack.type(at: stack.top) != .userdata || !owner.isEmpty
                {
                    return luaHelp.text([entry])
                }
                let members = LuaDocumentation.members(
                    of: owner.isEmpty ? name : "\(owner).\(name)")
                if let first = members.first, !first.isMethod { return luaHelp.list(members) }
                return value(name, stack)
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
        if lexer.is(last - 1, "."), let path = LuaPath(lexer, endingAt: last - 2),
            case .value? = names.resolve(path),
            HostShape(at: stack.top, of: stack)?.kind == .validators
        {
            return documented("stet.validators.\(name)")
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
        if let entry = LuaDocumentation.entry(name, of: owner) { return luaHelp.text([entry]) }
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
    private func value(_ name: String?, _ stack: LuaStack) -> String {
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
                what =
                    described(shape).trimmed + "\n"
                    + luaHelp.methods(of: "\(shape.kind)").trimmedEnd
            } else {
                what = "a \(stack.hostType(at: stack.top)?.name ?? "userdata")"
            }
        case .number, .boolean: what = stack.description(at: stack.top)
        default: what = "a \(stack.typeName(at: stack.top))"
        }
        return (name.map { "\($0): " } ?? "") + what + "\n"
    }
}
