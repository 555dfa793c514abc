import StetText

/// What a person does to sheets and dialogs, as a line of text.
package enum ScriptedInput: Hashable, Sendable, CustomStringConvertible {
    /// `swipe`: tries to dismiss the innermost sheet.
    case swipe
    /// `dismiss`: the own button of the innermost sheet, or a session's cancel.
    case dismiss
    /// `choose Discard`, `choose 2`, `ok`: a button of the dialog that is shown.
    case choose(String)
    /// `cancel`: Escape in a dialog.
    case cancel
    /// `next`, `back`: between the pages of the innermost sheet.
    case next
    case back

    /// - Throws: a refusal (`value`) that lists the words.
    package init(_ line: String) throws(Refusal) {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1].trimmed : ""
        switch (words.first ?? "", rest) {
        case ("swipe", ""): self = .swipe
        case ("dismiss", ""): self = .dismiss
        case ("cancel", ""): self = .cancel
        case ("next", ""): self = .next
        case ("back", ""): self = .back
        case ("ok", ""): self = .choose("OK")
        case ("choose", let answer) where !answer.isEmpty: self = .choose(answer)
        case (let word, _):
            let known = ["swipe", "dismiss", "choose", "ok", "cancel", "next", "back"]
            if known.contains(word) {
                let problem = word == "choose" ? "needs a button" : "takes nothing after it"
                throw Refusal(.value, "“\(line)”: \(word) \(problem)")
            }
            throw Refusal(
                .value,
                "no input “\(line)”\(Suggestion.hint(for: word, among: known)); there are: swipe, "
                    + "dismiss, choose BUTTON, ok, cancel, next, back")
        }
    }

    package var description: String {
        switch self {
        case .swipe: "swipe"
        case .dismiss: "dismiss"
        case .choose("OK"): "ok"
        case .choose(let answer): "choose \(answer)"
        case .cancel: "cancel"
        case .next: "next"
        case .back: "back"
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}

/// Input that was written down beforehand, and is used as sheets and dialogs come to want it.
package final class InputScript {
    /// An input that was refused when its turn came.
    package struct Failure: Hashable, Sendable {
        package var input: ScriptedInput
        package var refusal: Refusal
    }

    /// What nothing has wanted so far.
    package private(set) var waiting: [ScriptedInput] = []
    private var failures: [Failure] = []
    /// Something is under way that does not wait for input.
    private var isHeld = false
    private weak var stage: Stage?
    /// Dialogs that no input answers are answered with yes: by the button that goes on.
    package var assumesYes = false
    private var assumed = 0

    /// Answers of the kind in a row after which the dialogs are taken to ask each other for ever.
    private static let assumedLimit = 1000

    func attach(to stage: Stage) {
        self.stage = stage
    }

    /// Uses as much of the input as something wants now, and keeps the rest.
    package func feed(_ inputs: [ScriptedInput]) {
        waiting += inputs
        pump()
    }

    /// The inputs that were refused, once.
    package func takeFailures() -> [Failure] {
        defer { failures = [] }
        return failures
    }

    /// Forgets what nothing has wanted.
    package func clear() { waiting = [] }

    /// Uses the next inputs for as long as something wants them. An input may lead to a question
    /// that is asked from inside a handler; the inputs after it then answer that.
    func pump() {
        guard let stage, !isHeld else { return }
        while let input = waiting.first, let act = action(for: input, on: stage) {
            waiting.removeFirst()
            do throws(Refusal) {
                try act()
            } catch {
                // What was to follow was meant for a state that is not there.
                failures.append(Failure(input: input, refusal: error))
                waiting = []
            }
        }
        assumeYes(on: stage)
    }

    private func assumeYes(on stage: Stage) {
        guard assumesYes, waiting.isEmpty, let dialog = stage.dialogs.current,
            assumed < Self.assumedLimit
        else { return }
        assumed += 1
        do throws(Refusal) {
            try stage.dialogs.choose(at: dialog.request.affirmativeIndex)
        } catch {
            failures.append(Failure(input: .choose("yes"), refusal: error))
        }
    }

    /// What the input does now; nil: nothing wants it yet.
    private func action(
        for input: ScriptedInput, on stage: Stage
    ) -> (() throws(Refusal) -> Void)? {
        switch input {
        case .choose(let answer):
            guard stage.dialogs.current != nil else { return nil }
            return { () throws(Refusal) in try stage.dialogs.choose(answer) }
        case .cancel:
            guard stage.dialogs.current != nil else { return nil }
            return { () throws(Refusal) in try stage.dialogs.escape() }
        case .swipe, .dismiss, .next, .back:
            guard !stage.isBusy else { return nil }
            // A person cannot reach past a dialog.
            if let dialog = stage.dialogs.current {
                let title = dialog.request.title
                return { () throws(Refusal) in
                    throw Refusal(.state, "the dialog “\(title)” waits for an answer")
                }
            }
            return actionBehindDialogs(for: input, on: stage)
        }
    }

    private func actionBehindDialogs(
        for input: ScriptedInput, on stage: Stage
    ) -> (() throws(Refusal) -> Void)? {
        switch input {
        case .swipe where stage.foremostGuest != nil, .dismiss where stage.foremostGuest != nil:
            guard let guest = stage.foremostGuest, !guest.isBusy() else { return nil }
            return { [unowned self] () throws(Refusal) in
                // Its dialog is answered when all that led to it is done.
                isHeld = true
                defer { isHeld = false }
                if input == .swipe { try guest.swipe() } else { try guest.cancel() }
            }
        default:
            guard let sheet = stage.stack.last, sheet.pages?.isBusy != true else { return nil }
            return { () throws(Refusal) in try Self.act(input, on: sheet) }
        }
    }

    private static func act(_ input: ScriptedInput, on sheet: SheetHandle) throws(Refusal) {
        switch input {
        case .swipe: _ = try sheet.attemptDismiss()
        case .dismiss: try sheet.dismiss()
        case .next: try pages(of: sheet).next()
        case .back: try pages(of: sheet).back()
        case .choose, .cancel: break
        }
    }

    private static func pages(of sheet: SheetHandle) throws(Refusal) -> SheetPages {
        guard let pages = sheet.pages else {
            throw Refusal(.state, "the sheet “\(sheet.name)” has no pages")
        }
        return pages
    }
}
