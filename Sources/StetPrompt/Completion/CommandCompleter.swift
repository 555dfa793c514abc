import StetCore
import StetScripting
import StetSessions

/// How a command line that is being typed may go on.
struct CommandCompleter {
    let bench: Bench
    let budget: CompletionBudget
    /// Completes an expression over records.
    let query: ([UInt8]) -> Completion
    /// Completes any other.
    let expression: ([UInt8]) -> Completion

    /// - Parameters:
    ///   - text: all that stands before the point.
    ///   - name: the dot and the command's name in it.
    func complete(_ text: [UInt8], name: Range<Int>) -> Completion {
        let nothing = Completion.nothing(at: text.count)
        let word = String(decoding: text[name].dropFirst(), as: UTF8.self)
        if name.upperBound == text.count {
            var list = CandidateList(word, budget)
            for command in bench.commands.all {
                list.offer(command.name) { name in
                    Candidate(
                        text: "." + name, label: "." + name,
                        ending: command.usage.isEmpty ? "" : " ")
                }
            }
            return list.completion(from: name.lowerBound)
        }
        guard let command = bench.commands.command(named: word) else { return nothing }
        let words = CommandWords(text, from: name.upperBound)
        guard let argument = argument(words.earlier.count, of: command) else { return nothing }
        switch argument {
        case .expression: return rest(text, from: name.upperBound, query)
        case .lua: return rest(text, from: name.upperBound, expression)
        default: return complete(argument, words)
        }
    }

    /// All that follows the command's name.
    private func rest(
        _ text: [UInt8], from end: Int, _ complete: ([UInt8]) -> Completion
    ) -> Completion {
        var start = end
        while start < text.count, LuaLexer.isBlank(text[start]) { start += 1 }
        var completion = complete(Array(text[start...]))
        completion.start += start
        return completion
    }

    private func argument(_ index: Int, of command: Command) -> Command.Argument? {
        var arguments = command.arguments
        var repeats = command.usage.contains("…")
        if command.name == "set", bench.session == nil {
            // Outside of a session it takes a key and assignments.
            arguments = [.key, .assignment]
            repeats = true
        }
        if index < arguments.count { return arguments[index] }
        // An expression is all the rest.
        switch arguments.last {
        case .expression?, .lua?: repeats = true
        default: break
        }
        return repeats ? arguments.last : nil
    }

    private func complete(_ argument: Command.Argument, _ words: CommandWords) -> Completion {
        let last = words.last
        switch argument {
        case .file: return files(last)
        case .key:
            guard let collection = bench.table?.collection else { break }
            return keys(of: collection, last)
        case .field: return offer(fieldNames, last, ending: " ")
        case .fields: return fields(last)
        case .assignment: return assignment(last)
        case .value:
            guard let field = words.earlier.last?.text, let column = layout?.column(named: field)
            else { break }
            return offer(CompletionScope.values(of: column), last, isOrdered: true)
        case .command:
            return offer(bench.commands.names + Command.Group.allCases.map(\.keyword), last)
        case .collection: return offer(bench.workspace.tables.map(\.globalName), last)
        case .words(let known): return offer(known, last, ending: " ", isOrdered: true)
        case .item: return items(last)
        case .answer:
            let buttons = bench.foreground.dialog?.request.buttons ?? []
            return offer(buttons.map(\.label), last, isOrdered: true)
        case .expression, .lua, .text: break
        }
        return .nothing(at: last.start)
    }

    private var layout: ColumnLayout? {
        bench.session?.draft.layout ?? bench.table?.collection.layout
    }

    private var fieldNames: [String] { layout?.names ?? [] }

    private func candidate(
        _ text: String, _ word: CommandWords.Word, before: String = "", ending: String = " "
    ) -> Candidate? {
        CommandWords.quoted(before + text, open: word.openQuote).map {
            Candidate(text: $0, label: RecordNames.label(text), ending: ending)
        }
    }

    private func offer(
        _ names: [String], _ word: CommandWords.Word, ending: String = " ", isOrdered: Bool = false
    ) -> Completion {
        var list = CandidateList(word.text, budget)
        for name in names { list.offer(name) { candidate($0, word, ending: ending) } }
        return list.completion(from: word.start, isOrdered: isOrdered)
    }

    /// Items of the split view, or places of rows in the list or keys of the table of records,
    /// whichever was made last.
    private func items(_ word: CommandWords.Word) -> Completion {
        var names: [(text: String, label: String)] = []
        switch bench.foreground.browser {
        case .splitView(let view)?:
            names = view.view.state.outline.map { ($0.identity.description, $0.title) }
        case .list(let list)?:
            for (section, rows) in list.source.sections.enumerated() {
                for (place, row) in rows.rows.enumerated() {
                    names.append(
                        ("\(section + 1).\(place + 1)", row.text?.description ?? ""))
                }
            }
        case .recordTable(let table)?:
            return keys(of: table.table.collection, word)
        case nil: break
        }
        var list = CandidateList(word.text, budget)
        for (text, label) in names {
            let goesOn = list.offer(text) { text in
                guard var candidate = candidate(text, word) else { return nil }
                if !label.isEmpty, label != text {
                    candidate.label = RecordNames.label("\(text) \(label)")
                }
                return candidate
            }
            guard goesOn else { break }
        }
        return list.completion(from: word.start, isOrdered: true)
    }

    private func keys(
        of collection: StetCore.Collection, _ word: CommandWords.Word
    ) -> Completion {
        var list = CandidateList(word.text, budget)
        RecordNames.offerKeys(of: collection, to: &list) { candidate($0, word) }
        return list.completion(from: word.start)
    }

    private func files(_ word: CommandWords.Word) -> Completion {
        let list = FileNames.list(word.text, budget) { path, label, isFolder in
            guard let quoted = CommandWords.quoted(path, open: word.openQuote) else { return nil }
            // A folder's name goes on, so its quote stays open.
            let text = isFolder && quoted.last != "/" ? String(quoted.dropLast()) : quoted
            return Candidate(
                text: text, label: RecordNames.label(label), ending: isFolder ? "" : " ")
        }
        return list?.completion(from: word.start) ?? .nothing(at: word.start)
    }

    /// A list of fields: by blanks or commas, one of them descending perhaps.
    private func fields(_ word: CommandWords.Word) -> Completion {
        var before = ""
        var rest = word.text[...]
        if let comma = rest.lastIndex(of: ",") {
            before = String(rest[...comma])
            rest = rest[rest.index(after: comma)...]
        }
        if rest.hasPrefix("-"), !fieldNames.contains(String(rest)) {
            before += "-"
            rest = rest.dropFirst()
        }
        var list = CandidateList(String(rest), budget)
        for name in fieldNames { list.offer(name) { candidate($0, word, before: before) } }
        return list.completion(from: word.start)
    }

    /// `FIELD=VALUE`
    private func assignment(_ word: CommandWords.Word) -> Completion {
        guard let equals = word.text.firstIndex(of: "=") else {
            var list = CandidateList(word.text, budget)
            for name in fieldNames {
                list.offer(name) { name in
                    // The value goes on within the quotes.
                    guard let quoted = CommandWords.quoted(name + "=", open: word.openQuote) else {
                        return nil
                    }
                    let isQuoted = quoted.last != "="
                    return Candidate(
                        text: isQuoted ? String(quoted.dropLast()) : quoted,
                        label: RecordNames.label(name + "="))
                }
            }
            return list.completion(from: word.start)
        }
        let name = String(word.text[..<equals])
        guard let column = layout?.column(named: name) else { return .nothing(at: word.start) }
        var list = CandidateList(String(word.text[word.text.index(after: equals)...]), budget)
        for value in CompletionScope.values(of: column) {
            list.offer(value) { candidate($0, word, before: name + "=") }
        }
        return list.completion(from: word.start, isOrdered: true)
    }
}
