import StetCore
import StetScripting

/// Tab in a form, where the whole line is the value of one field.
enum FieldAssistance {
    static func complete(
        _ line: [UInt8], _ point: Int, _ column: CollectionColumn?,
        _ screen: (columns: Int, lines: Int)
    ) -> LineAssistance.Answer {
        guard let column else { return LineAssistance.Answer() }
        let typed = Array(line.prefix(point))
        let budget = CompletionBudget()
        func completion(_ typed: [UInt8]) -> Completion {
            var list = CandidateList(typed, budget)
            for value in CompletionScope.values(of: column) { list.offer(value) }
            return list.completion(from: 0, isOrdered: true)
        }
        var found = completion(typed)
        // The value that stands there is not what others begin with.
        if found.candidates.count == 1, found.candidates[0].text.utf8.elementsEqual(typed) {
            found = completion([])
            return LineAssistance.Answer(list: list(found, screen))
        }
        guard found.candidates.count > 1 else {
            return LineAssistance.Answer(replacement: found.replacement(of: typed))
        }
        let replacement = found.replacement(of: typed)
        return LineAssistance.Answer(
            replacement: replacement == typed ? nil : replacement, list: list(found, screen))
    }

    private static func list(
        _ completion: Completion, _ screen: (columns: Int, lines: Int)
    ) -> String {
        CompletionScreen.text(completion, columns: screen.columns, lines: screen.lines - 2)
    }
}
