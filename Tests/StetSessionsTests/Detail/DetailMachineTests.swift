import StetCore
import Testing

@testable import StetSessions

/// Every event in every state: a move, or a refusal with its reason.
@Suite struct DetailMachineTests {
    static func form(
        _ kind: DetailKind, dirty: Bool = false, valid: Bool = true,
        _ change: (inout DetailAbilities) -> Void = { _ in }
    ) throws -> DetailForm {
        var abilities = DetailAbilities()
        change(&abilities)
        let original = try CollectionTarget(teas(), row: RowID(1)).draft
        var form = DetailForm(kind: kind, abilities: abilities, name: "as", original: original)
        if dirty, let next = try form.setting("name", .text("Ceylon")) { form = next }
        var verdict = DraftVerdict(normalized: form.draft)
        if !valid { verdict.problems = [DraftProblem(field: "grams", message: "is odd")] }
        return form.judged(verdict)
    }

    static func states() throws -> [(name: String, state: DetailMachine.State)] {
        let clean = try form(.edit)
        let dirty = try form(.edit, dirty: true)
        let closedBar = try form(.edit, dirty: true) {
            $0.saves = false
            $0.deletes = false
        }
        var result: [(String, DetailMachine.State)] = [
            ("new", .new(clean)),
            ("open", .open(clean)),
            ("open dirty", .open(dirty)),
            ("open invalid", .open(try form(.edit, dirty: true, valid: false))),
            ("open add", .open(try form(.add))),
            ("open view", .open(try form(.view))),
            ("open unable", .open(closedBar)),
            ("closed", .closed(clean, .inside)),
        ]
        for goal in DetailMachine.Goal.allCases {
            result.append(("judging \(goal)", .judging(dirty, before: clean, goal)))
        }
        for action in DetailMachine.Action.allCases {
            result.append(("acting \(action)", .acting(dirty, before: clean, action)))
        }
        for question in DetailMachine.Question.allCases {
            result.append(("asking \(question)", .asking(dirty, question)))
        }
        return result
    }

    static func events() throws -> [(name: String, event: DetailMachine.Event)] {
        var undone = DraftVerdict(normalized: try form(.edit).draft)
        undone.problems = [DraftProblem(field: nil, message: "is odd")]
        return [
            ("open", .open), ("set", .set("kind", .text("green"))),
            ("set wrong", .set("grams", .value(.text("x")))),
            ("report", .report("name", isWell: false, message: nil)),
            ("report wrong", .report("nobody", isWell: true, message: nil)),
            ("remove_field", .removeField("name")), ("restore_field", .restoreField("name")),
            ("recheck", .recheck), ("save", .save), ("delete", .delete), ("cancel", .cancel),
            ("close", .close), ("revert", .revert), ("undo", .undo), ("redo", .redo),
            ("attempt", .attemptDismiss), ("dismiss", .dismiss(.parent)),
            ("discard", .dialogChosen(.destructive)), ("default", .dialogChosen(.default)),
            ("keep", .dialogChosen(.cancel)),
            ("judged", .judged(DraftVerdict(normalized: try form(.edit).draft))),
            ("judged bad", .judged(undone)), ("validated", .validated([])),
            ("deletable", .deletable(true)), ("undeletable", .deletable(false)),
            ("answered", .answered(.done)), ("refused", .answered(.refused("no"))),
            ("failed", .failed(HandlerError(handler: "on_save", message: "broke"))),
            ("stored", .stored("as")), ("removed", .removed),
            ("store refused", .storeRefused("no")),
        ]
    }

    /// The events that move each state; all others are refused.
    static let moves: [String: String] = [
        "new": "open, dismiss",
        "open":
            "set, report, remove_field, restore_field, recheck, save, delete, cancel, close, "
            + "revert, attempt, dismiss",
        "open dirty":
            "set, report, remove_field, restore_field, recheck, save, delete, cancel, close, "
            + "revert, undo, attempt, dismiss",
        "open invalid":
            "set, report, remove_field, restore_field, recheck, save, delete, cancel, close, "
            + "revert, undo, attempt, dismiss",
        "open add":
            "set, report, remove_field, restore_field, recheck, save, cancel, close, revert, "
            + "attempt, dismiss",
        "open view": "recheck, cancel, close, attempt, dismiss",
        "open unable":
            "set, report, remove_field, restore_field, recheck, cancel, close, revert, undo, "
            + "attempt, dismiss",
        "closed": "",
        "judging opening": "judged, judged bad, failed",
        "judging change": "judged, judged bad, failed",
        "judging save": "judged, judged bad, failed",
        "acting validating": "validated, failed",
        "acting saving": "answered, refused, failed, store refused",
        "acting storing": "failed, stored, store refused",
        "acting writing": "failed, stored, store refused",
        "acting gating": "deletable, undeletable, failed",
        "acting gatingAgain": "deletable, undeletable, failed",
        "acting deleting": "answered, refused, failed, store refused",
        "acting removing": "failed, removed, store refused",
        "acting cancelling": "answered, refused, failed",
        "asking changes": "close, dismiss, discard, default, keep",
        "asking deletion": "close, dismiss, discard, keep",
    ]

    @Test func everyPairIsAMoveOrARefusalWithItsReason() throws {
        let states = try Self.states()
        #expect(Set(states.map(\.name)) == Set(Self.moves.keys))
        for (name, state) in states {
            var moves: [String] = []
            for (label, event) in try Self.events() {
                switch DetailMachine.transition(state, event) {
                case .move: moves.append(label)
                case .abandon: Issue.record("\(name), \(label): nothing is abandoned here")
                case .refuse(let refusal):
                    #expect(
                        !refusal.message.isEmpty && !refusal.message.hasSuffix("."),
                        "\(name), \(label)")
                }
            }
            #expect(moves.joined(separator: ", ") == Self.moves[name], "\(name)")
        }
    }

    @Test func aFailureGoesBackToTheFormBefore() throws {
        let failure = HandlerError(handler: "on_save", message: "broke")
        for (name, state) in try Self.states() {
            let before: DetailForm
            switch state {
            case .judging(_, let form, let goal) where goal != .opening: before = form
            case .acting(_, let form, _): before = form
            default: continue
            }
            #expect(
                DetailMachine.transition(state, .failed(failure))
                    == .move(
                        .open(before),
                        [
                            .announceFailure(failure),
                            .fail(Refusal(.handler, "on_save failed: broke")),
                        ]), "\(name)")
        }
    }

    @Test func everyWayOutReleasesTheSessionOnceAndLast() throws {
        var ways = 0
        for (name, state) in try Self.states() {
            for (label, event) in try Self.events() {
                guard
                    case .move(.closed(_, let reason), let effects) = DetailMachine.transition(
                        state, event)
                else { continue }
                // Whom nobody saw, nobody needs to let go of.
                if name == "new" || name == "judging opening" { continue }
                ways += 1
                #expect(effects.last == .release(reason), "\(name), \(label)")
                #expect(effects.filter { if case .release = $0 { true } else { false } }.count == 1)
            }
        }
        #expect(ways > 20)
    }
}
