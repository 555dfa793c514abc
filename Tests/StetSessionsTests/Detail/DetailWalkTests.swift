import Foundation
import StetCore
import TestSupport
import Testing

@testable import StetSessions

/// Random events, with handlers that sometimes fail or refuse, and what must hold after each.
@Suite struct DetailWalkTests {
    static let isLong = ProcessInfo.processInfo.environment["STET_LONG"] != nil

    /// What handlers do next.
    private final class Mood {
        var dice: SeededGenerator
        var failing = false

        init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

        func check(_ handler: String) throws(HandlerError) {
            if failing, dice.roll(6) == 0 { throw HandlerError(handler: handler, message: "moody") }
        }

        var answer: HandlerAnswer { failing && dice.roll(4) == 0 ? .refused("no") : .done }
    }

    private final class Walk {
        let collection = teas()
        let mood: Mood
        var session: DetailSession?
        /// The record of each row as the session should have left it.
        var before: [RowID: [Cell?]] = [:]
        var row: RowID?
        var opened = 0
        var dismissed = 0
        var refusals: [Refusal.Reason: Int] = [:]
        var saves = 0

        init(seed: UInt64) { mood = Mood(seed: seed) }

        var handlers: DetailHandlers {
            let mood = mood
            var handlers = DetailHandlers()
            handlers.validators = [
                FieldValidator("name") { value, draft throws(HandlerError) in
                    try mood.check("fields.name.validate")
                    return value == draft.value("kind")
                        ? [DraftProblem(field: "name", message: "is its kind")] : []
                }
            ]
            handlers.title = { draft throws(HandlerError) in
                try mood.check("title")
                return "\(draft.value("name"))"
            }
            handlers.canDelete = { $0.value("kind") != .text("white") }
            handlers.onValidate = { _, draft throws(HandlerError) in
                try mood.check("on_validate")
                return draft.value("grams") == .integer(13)
                    ? [DraftProblem(field: nil, message: "unlucky")] : []
            }
            handlers.onSave = { _, _ throws(HandlerError) in
                try mood.check("on_save")
                return mood.answer
            }
            handlers.onDelete = { _, _ throws(HandlerError) in
                try mood.check("on_delete")
                return mood.answer
            }
            handlers.onCancel = { _, _ throws(HandlerError) in try mood.check("on_cancel") }
            handlers.onDismiss = { [unowned self] _ throws(HandlerError) in
                dismissed += 1
                try mood.check("on_dismiss")
            }
            return handlers
        }

        func open() {
            var settings = DetailSession.Settings()
            settings.handlers = handlers
            settings.abilities.confirmsDelete = mood.dice.roll(2) == 0
            settings.abilities.writesThrough = mood.dice.roll(8) == 0
            settings.abilities.saves = mood.dice.roll(10) > 0
            let rows = Array(collection.snapshot.rows)
            let choice = mood.dice.roll(10)
            do throws(Refusal) {
                if choice < 2 || rows.isEmpty {
                    settings.abilities.writesThrough = false
                    session = try DetailSession.add(to: collection, settings)
                } else if choice == 2 {
                    session = try DetailSession.view(mood.dice.pick(rows), of: collection, settings)
                } else {
                    session = try DetailSession.edit(mood.dice.pick(rows), of: collection, settings)
                }
                opened += 1
            } catch {
                refusals[error.reason, default: 0] += 1
            }
        }

        func step() throws(Refusal) {
            guard let session else { return open() }
            let texts: [ByteString] = [
                "as", "se", "x1", "green", "white", "12", "13", "-4", "", "900",
            ]
            let field = mood.dice.pick(["id", "name", "grams", "kind"])
            switch mood.dice.roll(22) {
            case 0...7: try session.setText(field, mood.dice.pick(texts))
            case 8: try session.set(field, .value(.integer(mood.dice.roll(20) - 5)))
            case 9: try session.undo()
            case 10: try session.redo()
            case 11: try session.revert()
            case 12: try session.removeField(field)
            case 13: try session.restoreField(field)
            case 14: try session.report(field, isWell: mood.dice.roll(2) == 0)
            case 15: try session.save()
            case 16: if mood.dice.roll(4) == 0 { try session.delete() }
            case 17: if mood.dice.roll(4) == 0 { try session.cancel() }
            case 18: _ = try session.attemptDismiss()
            case 19: try session.choose(mood.dice.pick(DialogRequest.Role.allCases))
            case 20: try session.recheck()
            default:
                if mood.dice.roll(4) == 0 {
                    try session.dismiss(mood.dice.pick(DismissReason.allCases))
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func invariantsHold(seed: UInt64) throws {
        let walk = Walk(seed: seed)
        let steps = Self.isLong ? 100_000 : 4_000
        var closings = 0
        for step in 0..<steps {
            walk.mood.failing = walk.mood.dice.roll(3) == 0
            let before = walk.session?.state
            let changes = walk.collection.changes().count
            let version = walk.collection.version
            var refused: Refusal?
            do throws(Refusal) {
                try walk.step()
            } catch {
                refused = error
                walk.refusals[error.reason, default: 0] += 1
            }
            walk.mood.failing = false
            guard let session = walk.session else { continue }
            let form = session.form

            // The draft is in the collection only once it is saved.
            if version != walk.collection.version {
                let last = session.log.descriptions.suffix(3).joined(separator: " ")
                #expect(
                    last.contains("saved(") || last.contains("deleted(")
                        || form.abilities.writesThrough, "step \(step): \(last)")
                #expect(walk.collection.changes().count == changes + 1)
            }
            // What was refused has not been, but for the reason, which may be known only now.
            if let refused, case .open(let old)? = before {
                #expect(form.draft == old.draft, "step \(step): \(refused)")
                #expect(form.canUndo == old.canUndo && form.canRedo == old.canRedo)
            }
            // What is known of the draft is what a fresh look says.
            if session.isOpen, session.kind != .view {
                let target = try CollectionTarget(
                    walk.collection,
                    row: session.kind == .add ? nil : session.row)
                if form.abilities.writesThrough == false, session.kind == .edit {
                    let verdict = try walk.handlers.verdict(of: form.draft, by: target)
                    #expect(
                        form.judged(verdict).invalidFields == form.invalidFields, "step \(step)")
                    #expect(form.canSave == (form.judged(verdict).isValid && form.abilities.saves))
                }
                #expect(form.isValid || !form.canSave)
            }
            // Each session is let go of once.
            if !session.isOpen {
                closings += 1
                walk.session = nil
            }
            #expect(walk.dismissed == closings, "step \(step)")
            #expect(walk.opened == closings + (walk.session == nil ? 0 : 1))
            // Keys stay distinct.
            if step % 64 == 0 {
                let keys = try walk.collection.keys
                #expect(Set(keys).count == keys.count)
            }
        }
        #expect(walk.opened > steps / 100)
        #expect(
            Set(walk.refusals.keys).isSuperset(of: [
                .state, .notAllowed, .value, .invalid, .handler,
            ]))
    }
}
