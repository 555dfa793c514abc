import LuaKit
import StetCore
import StetScripting

/// How a text in quotes that is being typed may go on, where its place says what it names.
struct StringCompleter {
    let lua: LuaCompleter
    /// Ends in the text.
    let lexer: LuaLexer

    private var budget: CompletionBudget { lua.budget }
    /// The text's place in the list of tokens.
    private var index: Int { lexer.tokens.count - 1 }

    func complete() -> Completion {
        let nothing = Completion.nothing(at: lexer.source.count)
        let token = lexer.tokens[index]
        let start = token.content.lowerBound
        let typed = Array(lexer.source[start...])
        // What escapes would stand for is not worked out.
        guard !typed.contains(UInt8(ascii: "\\")), !typed.contains(10) else { return nothing }
        if let column = lua.comparedField(lexer, before: index) ?? listedField {
            var list = CandidateList(typed, budget)
            for value in CompletionScope.values(of: column) {
                list.offer(value) { candidate($0) }
            }
            return list.completion(from: start, isOrdered: true)
        }
        if lexer.is(index - 1, "["), let path = LuaPath(lexer, endingAt: index - 2) {
            return elements(path, typed, from: start)
        }
        guard let site = argument else { return nothing }
        return complete(site, typed, from: start) ?? nothing
    }

    /// The field of which the text is one of several values: `where{ color = { "red", "`.
    private var listedField: CollectionColumn? {
        guard let open = LuaBracket.innermost(lexer, before: index), lexer.is(open.index, "{")
        else { return nil }
        return lua.comparedField(lexer, before: open.index)
    }

    /// The call of which the text is an argument, or stands in a list that is one.
    private var argument: LuaCallSite? {
        if let site = LuaCallSite(lexer, argumentAt: index) { return site }
        guard lexer.is(index - 1, "{") || lexer.is(index - 1, ","),
            let open = LuaBracket.innermost(lexer, before: index), lexer.is(open.index, "{")
        else { return nil }
        return LuaCallSite(lexer, argumentAt: open.index)
    }

    /// What ends the text.
    private var quote: String {
        let token = lexer.tokens[index]
        guard token.isLong else {
            return String(decoding: [lexer.source[token.range.lowerBound]], as: UTF8.self)
        }
        let equals = token.content.lowerBound - token.range.lowerBound - 2
        return "]" + String(repeating: "=", count: equals) + "]"
    }

    /// A text with its escapes, and the quote behind it; nil where there are none for it.
    private func candidate(_ text: String, ending: String? = nil) -> Candidate? {
        var written = ""
        for scalar in text.unicodeScalars {
            guard scalar.value >= 32, scalar.value != 127 else { return nil }
            if String(scalar) == quote || scalar == "\\" {
                guard !lexer.tokens[index].isLong else { return nil }
                written.append("\\")
            }
            written.unicodeScalars.append(scalar)
        }
        return Candidate(text: written, label: RecordNames.label(text), ending: ending ?? quote)
    }

    // MARK: By place

    private func complete(
        _ site: LuaCallSite, _ typed: [UInt8], from start: Int
    ) -> Completion? {
        if !site.isMethod { return function(site, typed, from: start) }
        switch site.name {
        case "where" where site.argument == 1: return query(site, typed, from: start)
        case "get", "set", "delete", "edit", "view", "rename_key", "move", "revert", "parent",
            "ancestors", "children", "descendants":
            guard let table = lua.collection(of: site) else { return nil }
            var list = CandidateList(typed, budget)
            RecordNames.offerKeys(of: table.collection, to: &list) { candidate($0) }
            return list.completion(from: start)
        case "sort", "sum", "mean", "min", "max", "column", "distinct", "group", "sections",
            "drop_field", "rename_field":
            guard let table = lua.collection(of: site) else { return nil }
            return fields(
                of: table.collection.layout, typed, from: start, isSort: site.name == "sort")
        default: return nil
        }
    }

    private func fields(
        of layout: ColumnLayout, _ typed: [UInt8], from start: Int, isSort: Bool = false
    ) -> Completion {
        let isDescending = isSort && typed.first == UInt8(ascii: "-")
        var list = CandidateList(Array(typed.dropFirst(isDescending ? 1 : 0)), budget)
        for name in layout.names { list.offer(name) { candidate($0) } }
        return list.completion(from: start + (isDescending ? 1 : 0))
    }

    private func function(
        _ site: LuaCallSite, _ typed: [UInt8], from start: Int
    ) -> Completion? {
        let path = String(decoding: typed, as: UTF8.self)
        let owner: String?
        if let subject = site.subject {
            guard case .name(let name) = subject.root, subject.steps.isEmpty else { return nil }
            owner = name
        } else {
            owner = nil
        }
        switch (owner, site.name, site.argument) {
        case ("stet", "open", 1...2), ("stet", "check", 1), ("io", "open", 1), ("io", "lines", 1),
            ("io", "input", 1):
            return FileNames.list(path, budget) { path, label, isFolder in
                candidate(path, ending: isFolder ? "" : nil).map {
                    Candidate(text: $0.text, label: RecordNames.label(label), ending: $0.ending)
                }
            }?.completion(from: start)
        case (nil, "require", 1):
            var list = FileNames.modules(path, below: [".", "lua"], budget)
            if !path.contains(".") { list.offer("stet") }
            var completion = list.completion(from: start)
            for place in completion.candidates.indices
            where !completion.candidates[place].text.hasSuffix(".") {
                completion.candidates[place].ending = quote
            }
            return completion
        case ("stet", "text", 2):
            return lua.table.map { fields(of: $0.collection.layout, typed, from: start) }
        default: return nil
        }
    }

    /// An expression over the records of a collection.
    private func query(_ site: LuaCallSite, _ typed: [UInt8], from start: Int) -> Completion? {
        guard let table = lua.collection(of: site) else { return nil }
        let names = LuaNames(
            stack: lua.names.stack, environment: lua.names.environment,
            scope: CompletionScope(names: .query, layout: table.collection.layout), budget: budget)
        var completion = LuaCompleter(names: names, table: table, budget: budget).complete(typed)
        completion.start += start
        // What would end the text around it cannot stand in it.
        completion.candidates.removeAll { $0.text.contains(quote) || $0.ending.contains(quote) }
        return completion
    }

    /// The keys of a table, or of a collection, behind `[`.
    private func elements(_ path: LuaPath, _ typed: [UInt8], from start: Int) -> Completion {
        let stack = lua.names.stack
        let base = stack.top
        defer { stack.setTop(base) }
        var list = CandidateList(typed, budget)
        let end = quote + "]"
        func offer(_ shape: HostShape) {
            for name in shape.members { list.offer(name) { candidate($0, ending: end) } }
            if shape.kind == .collection, let table = shape.table {
                RecordNames.offerKeys(of: table.collection, to: &list) {
                    candidate($0, ending: end)
                }
            }
        }
        switch lua.names.resolve(path) {
        case .shape(let shape)?: offer(shape)
        case .value?:
            if let shape = HostShape(at: stack.top, of: stack) {
                offer(shape)
            } else {
                lua.names.forEachMember { name in
                    list.offer(name) { candidate($0, ending: end) }
                }
            }
        case .text?, nil: break
        }
        return list.completion(from: start)
    }
}
