import StetText

/// Ties completion and help to the lines of a prompt.
struct PromptAssistance {
    let completer: Completer
    /// The earlier lines of the entry, each with its line end.
    let earlier: () -> [UInt8]

    /// For the editor that reads the entries.
    func assistance() -> LineAssistance {
        LineAssistance(complete: complete, help: help)
    }

    private func complete(_ line: [UInt8], _ point: Int) -> LineAssistance.Answer {
        let before = earlier()
        // Where a line of an entry has only begun, Tab indents it.
        if !before.isEmpty, line.prefix(point).allSatisfy(LuaLexer.isBlank) {
            let step = String(repeating: " ", count: Indentation.step)
            return LineAssistance.Answer(replacement: line.prefix(point) + Array(step.utf8))
        }
        let completion = completer.complete(before + line, at: before.count + point)
        // Behind the bracket of a call it is told what the call wants.
        let call = completer.help.call(before + line, at: before.count + point)
        guard !completion.candidates.isEmpty else { return LineAssistance.Answer(list: call) }
        // Nothing of the earlier lines can be replaced any more.
        guard completion.start >= before.count else { return LineAssistance.Answer() }
        let start = completion.start - before.count
        let typed = Array(line[start..<point])
        let next = point < line.count ? line[point] : nil
        var answer = LineAssistance.Answer()
        if let replacement = completion.replacement(of: typed, next: next), replacement != typed {
            answer.replacement = line[..<start] + replacement
        }
        let screen = completer.bench.screen()
        if completion.candidates.count > 1 || completion.isPartial || completion.left > 0 {
            answer.list = CompletionScreen.text(
                completion, columns: screen.columns, lines: screen.lines - 2)
        }
        if answer.replacement == nil, !call.isEmpty {
            let lines = call.split(separator: "\n").count
            let list = CompletionScreen.text(
                completion, columns: screen.columns, lines: max(3, (screen.lines - 2) / 2 - lines))
            answer.list = call + list
        }
        return answer
    }

    private func help(_ line: [UInt8], _ point: Int) -> String {
        let before = earlier()
        return completer.help.text(before + line, at: before.count + point)
    }
}
