import LuaKit
import StetCore
import StetScripting
import StetText

/// How Lua that is being typed may go on.
struct LuaCompleter {
    let names: LuaNames
    /// The collection that is meant where the text does not say which.
    let table: TableObject?
    let budget: CompletionBudget

    private var stack: LuaStack { names.stack }
    private var scope: CompletionScope { names.scope }

    /// - Parameter text: all that stands before the point.
    func complete(_ text: [UInt8]) -> Completion {
        let lexer = LuaLexer(text)
        let nothing = Completion.nothing(at: text.count)
        guard let last = lexer.tokens.last else { return bare(lexer, from: text.count) }
        if last.isOpen {
            guard last.kind == .string else { return nothing }
            return StringCompleter(lua: self, lexer: lexer).complete()
        }
        guard last.range.upperBound == text.count else { return bare(lexer, from: text.count) }
        switch last.kind {
        case .name, .keyword:
            let before = lexer.tokens.count - 2
            if lexer.is(before, ".") || lexer.is(before, ":") {
                return member(lexer, mark: before, from: last.range.lowerBound)
            }
            return bare(lexer, from: last.range.lowerBound)
        case .symbol:
            let index = lexer.tokens.count - 1
            if lexer.is(index, ".") || lexer.is(index, ":") {
                return member(lexer, mark: index, from: text.count)
            }
            return bare(lexer, from: text.count)
        case .number, .unknown, .comment, .string: return nothing
        }
    }

    // MARK: Members

    /// - Parameters:
    ///   - mark: the token with the dot or the colon.
    ///   - start: where the member's name begins.
    private func member(_ lexer: LuaLexer, mark: Int, from start: Int) -> Completion {
        let nothing = Completion.nothing(at: lexer.source.count)
        guard let path = LuaPath(lexer, endingAt: mark - 1) else { return nothing }
        let base = stack.top
        defer { stack.setTop(base) }
        guard let subject = names.resolve(path) else { return nothing }
        let isMethod = lexer.is(mark, ":")
        let sign = lexer.tokens[mark].range
        // A name that is none of Lua's takes the place of the dot, if that is near.
        let hasDot = sign.upperBound == start && !lexer.source[start...].contains(10)
        var list = CandidateList(Array(lexer.source[start...]), budget)
        let dot = hasDot ? String(isMethod ? ":" : ".") : ""
        func candidate(_ name: String, _ ending: String, _ group: Int) -> Candidate? {
            if LuaLiteral.isName(name) {
                return Candidate(text: dot + name, label: name, ending: ending, group: group)
            }
            guard !isMethod, hasDot else { return nil }
            let literal = LuaLiteral.string(name)
            return Candidate(
                text: "[\(literal)]", label: RecordNames.label("[\(literal)]"), ending: ending,
                group: group)
        }
        switch subject {
        case .text: offerTextMethods(isMethod, &list, candidate)
        case .shape(let shape): offer(shape, isMethod, &list, candidate)
        case .value:
            if let shape = HostShape(at: stack.top, of: stack) {
                offer(shape, isMethod, &list, candidate)
            } else if let type = stack.hostType(at: stack.top) {
                for name in type.methodNames { list.offer(name) { candidate($0, "(", 1) } }
            } else {
                if !isMethod { offerDeclaredFields(&list) { candidate($0, "", 0) } }
                offerMembers(isMethod, &list) { candidate($0, $1, 0) }
            }
        }
        return list.completion(from: hasDot ? sign.lowerBound : start)
    }

    private func offer(
        _ shape: HostShape, _ isMethod: Bool, _ list: inout CandidateList,
        _ candidate: (String, String, Int) -> Candidate?
    ) {
        for name in shape.methods(on: stack) { list.offer(name) { candidate($0, "(", 1) } }
        guard !isMethod else { return }
        for name in shape.members { list.offer(name) { candidate($0, "", 0) } }
        if shape.kind == .collection, let table = shape.table {
            RecordNames.offerKeys(of: table.collection, to: &list) { candidate($0, ".", 0) }
        }
    }

    /// What the metatable of the value on top says that it has: its list `__fields`.
    private func offerDeclaredFields(
        _ list: inout CandidateList, _ candidate: (String) -> Candidate?
    ) {
        stack.scope {
            guard stack.pushMetatable(of: stack.top),
                stack.pushField("__fields", of: stack.top) == .table
            else { return }
            let names = stack.top
            for place in 0..<min(stack.length(of: names), CandidateList.limit) {
                stack.pushElement(place + 1, of: names)
                if stack.type(at: -1) == .string, let name = stack.string(at: -1) {
                    list.offer(name, candidate)
                }
                stack.pop()
            }
        }
    }

    /// The members of the value on top; for a colon only what can be called.
    private func offerMembers(
        _ isMethod: Bool, _ list: inout CandidateList,
        _ candidate: (String, String) -> Candidate?
    ) {
        names.forEachMember { name in
            if isMethod, !names.isCallable { return budget.take() }
            return list.offer(name) { candidate($0, names.ending) }
        }
    }

    private func offerTextMethods(
        _ isMethod: Bool, _ list: inout CandidateList,
        _ candidate: (String, String, Int) -> Candidate?
    ) {
        guard isMethod else { return }
        stack.push("")
        offerMembers(true, &list) { candidate($0, $1, 0) }
    }

    // MARK: Names that stand alone

    private func bare(_ lexer: LuaLexer, from start: Int) -> Completion {
        let index = lexer.tokens.count - (start < lexer.source.count ? 1 : 0)
        let prefix = Array(lexer.source[start...])
        if lexer.is(index - 1, "{") || lexer.is(index - 1, ",") || lexer.is(index - 1, ";"),
            let layout = recordTable(lexer, before: index)
        {
            var list = CandidateList(prefix, budget)
            offerFields(of: layout, ending: " = ", to: &list)
            if !list.isEmpty { return list.completion(from: start) }
        }
        var list = CandidateList(prefix, budget)
        if let column = comparedField(lexer, before: index) {
            for value in CompletionScope.values(of: column) {
                let text = LuaLiteral.string(value)
                let shown = column.format.field.type == .boolean ? value : text
                list.offer(value) { _ in Candidate(text: shown, label: shown, group: -1) }
            }
        }
        if scope.hasFields, let layout = scope.layout {
            let isStatement = scope.names == .draft && index == 0
            offerFields(of: layout, ending: isStatement ? " = " : "", to: &list)
        }
        for keyword in LuaLiteral.keywords where scope.names != .query || Self.isOperand(keyword) {
            list.offer(keyword, ending: Self.endsPhrase(keyword) ? "" : " ", group: 2)
        }
        stack.pushCopy(names.environment)
        offerMembers(false, &list) { name, ending in
            guard LuaLiteral.isName(name),
                scope.names != .query || Self.queryNames.contains(name)
            else { return nil }
            return Candidate(text: name, label: name, ending: ending, group: 1)
        }
        stack.pop()
        return list.completion(from: start)
    }

    private func offerFields(
        of layout: ColumnLayout, ending: String, to list: inout CandidateList
    ) {
        for name in layout.names {
            list.offer(name) { name in
                if LuaLiteral.isName(name) {
                    return Candidate(text: name, label: name, ending: ending)
                }
                guard ending == " = ", scope.names != .draft else { return nil }
                let text = "[" + LuaLiteral.string(name) + "]"
                return Candidate(text: text, label: RecordNames.label(text), ending: ending)
            }
        }
    }

    private static let queryNames: Set<String> = [
        "math", "string", "utf8", "type", "tostring", "tonumber",
    ]

    private static func isOperand(_ keyword: String) -> Bool {
        ["and", "or", "not", "true", "false", "nil"].contains(keyword)
    }

    /// Whether a keyword is seldom followed by a word on its line.
    private static func endsPhrase(_ keyword: String) -> Bool {
        ["end", "true", "false", "nil", "break"].contains(keyword)
    }

    // MARK: What the text is about

    /// The fields of the records that the table constructor around a token gives: in
    /// `fruits:where{`, `fruits:set(key, {`, `fruits:insert{`.
    func recordTable(_ lexer: LuaLexer, before index: Int) -> ColumnLayout? {
        guard let open = LuaBracket.innermost(lexer, before: index), lexer.is(open.index, "{"),
            let site = LuaCallSite(lexer, argumentAt: open.index), site.isMethod
        else { return nil }
        switch (site.name, site.argument) {
        case ("where", 1), ("insert", 1), ("add", 1), ("delete", 1), ("update", 1...2),
            ("set", 2):
            return collection(of: site)?.collection.layout
        default: return nil
        }
    }

    /// The collection whose method is called; the current one if that is not known.
    func collection(of site: LuaCallSite) -> TableObject? {
        let base = stack.top
        defer { stack.setTop(base) }
        guard let path = site.subject, let subject = names.resolve(path) else { return table }
        switch subject {
        case .text: return nil
        case .shape(let shape): return shape.table ?? table
        case .value: return HostShape(at: stack.top, of: stack)?.table
        }
    }

    /// The field that a value is given to or compared with: what stands before a token is
    /// `field =`, or `==` and its like.
    func comparedField(_ lexer: LuaLexer, before index: Int) -> CollectionColumn? {
        guard ["=", "==", "~="].contains(where: { lexer.is(index - 1, $0) }),
            lexer.isName(index - 2)
        else { return nil }
        let name = lexer.text(lexer.tokens[index - 2])
        if lexer.is(index - 3, ".") {
            let base = stack.top
            defer { stack.setTop(base) }
            guard let path = LuaPath(lexer, endingAt: index - 4),
                let subject = names.resolve(path)
            else { return nil }
            var shape: HostShape?
            if case .shape(let known) = subject { shape = known }
            if case .value = subject { shape = HostShape(at: stack.top, of: stack) }
            guard let shape, shape.kind == .record || shape.kind == .draft else { return nil }
            return shape.table?.collection.layout.column(named: name)
        }
        if let layout = recordTable(lexer, before: index) { return layout.column(named: name) }
        return scope.hasFields ? scope.layout?.column(named: name) : nil
    }
}
