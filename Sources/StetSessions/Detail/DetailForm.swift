import StetCore

/// What a session is for.
package enum DetailKind: String, Hashable, Sendable {
    case edit, view, add
}

/// What a session can do at all, whatever its draft is like.
package struct DetailAbilities: Hashable, Sendable {
    /// There is somewhere to save to: a collection, or a handler that sees to it.
    package var saves = true
    package var deletes = true
    /// A deletion is asked about first.
    package var confirmsDelete = false
    /// Each change that is right goes to the record at once.
    package var writesThrough = false

    package init() {}
}

/// All that a session holds: a value, so that a step that fails has never been.
package struct DetailForm: Equatable, Sendable {
    package let kind: DetailKind
    package let abilities: DetailAbilities
    /// What people call the record where it has no title.
    package let name: String
    /// The record as it was when the session began.
    package let original: Draft
    /// What the record holds as far as this session knows; only writing through changes it.
    package internal(set) var stored: Draft
    package internal(set) var draft: Draft
    package internal(set) var verdict: DraftVerdict
    /// What was reported of fields by hand, until it is reported to be well.
    package internal(set) var reports: [String: String] = [:]
    /// Fields that were taken off the form.
    package internal(set) var removed: Set<String> = []
    private(set) var past: [Draft] = []
    private(set) var future: [Draft] = []

    /// Steps that undo can take.
    static let undoLimit = 1000

    init(kind: DetailKind, abilities: DetailAbilities, name: String, original: Draft) {
        self.kind = kind
        self.abilities = abilities
        self.name = name
        self.original = original
        stored = original
        draft = original
        verdict = DraftVerdict(normalized: original)
    }

    // MARK: What is known

    /// All problems of fields on the form and of the record, in the order of the columns; those
    /// of the record last.
    package var problems: [DraftProblem] {
        var result: [DraftProblem] = []
        for field in draft.fields where !removed.contains(field) {
            result += verdict.problems.filter { $0.field == field }
            if let message = reports[field] {
                result.append(DraftProblem(field: field, code: "report", message: message))
            }
        }
        return result
            + verdict.problems.filter { problem in
                problem.field.map { draft.layout.index(of: $0) == nil } ?? true
            }
    }

    /// The fields that keep the draft from being saved, in the order of the columns.
    package var invalidFields: [String] {
        let bad = Set(problems.filter { $0.severity == .error }.compactMap(\.field))
        return draft.fields.filter { bad.contains($0) }
    }

    package var isValid: Bool { !problems.contains { $0.severity == .error } }
    /// There is something to lose. A record to be added that nobody touched is not dirty.
    package var isDirty: Bool {
        abilities.writesThrough ? verdict.normalized != stored : draft != stored
    }
    package var changes: [FieldChange] { draft.changes(from: original) }
    package var canSave: Bool { kind != .view && abilities.saves && isValid }
    package var canDelete: Bool { kind == .edit && abilities.deletes && verdict.canDelete }
    package var canUndo: Bool { !past.isEmpty }
    package var canRedo: Bool { !future.isEmpty }

    /// What people call the record; it follows the draft.
    package var title: String { verdict.title ?? name }

    // MARK: Steps

    /// - Returns: nil: the field holds that already.
    func setting(_ field: String, _ input: FieldInput) throws(Refusal) -> DetailForm? {
        guard !removed.contains(field) else {
            throw Refusal(.value, "\(field) was removed from the form")
        }
        var next = draft
        do throws(CollectionError) {
            try next.set(field, input, original: original)
        } catch {
            throw Refusal(.value, error.message)
        }
        return stepping(to: next)
    }

    func reverting() -> DetailForm? { stepping(to: original) }

    private func stepping(to next: Draft) -> DetailForm? {
        guard next != draft else { return nil }
        var form = self
        form.past.append(draft)
        if form.past.count > Self.undoLimit { form.past.removeFirst() }
        form.future = []
        form.draft = next
        return form
    }

    func undoing() -> DetailForm? {
        var form = self
        guard let last = form.past.popLast() else { return nil }
        form.future.append(draft)
        form.draft = last
        return form
    }

    func redoing() -> DetailForm? {
        var form = self
        guard let next = form.future.popLast() else { return nil }
        form.past.append(draft)
        form.draft = next
        return form
    }

    func judged(_ verdict: DraftVerdict) -> DetailForm {
        var form = self
        form.verdict = verdict
        return form
    }
}
