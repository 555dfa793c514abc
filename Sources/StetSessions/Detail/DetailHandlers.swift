import StetCore

/// What a handler that may refuse answers.
package enum HandlerAnswer: Hashable, Sendable {
    case done
    /// With a message for people.
    case refused(String?)
}

/// What a handler knows of the session that calls it.
package struct DetailContext: Sendable {
    /// The key of the record as it was when the session began; nil: it is to be added.
    package var originalKey: RecordKey?
    package var isAdd: Bool { originalKey == nil }

    package init(originalKey: RecordKey?) {
        self.originalKey = originalKey
    }
}

/// A test of one field beyond the rules of its records.
package struct FieldValidator {
    package var field: String
    /// Asked of values that are present and of the field's type.
    ///
    /// - Returns: what is wrong, with this field or with others.
    package var test: (Value, Draft) throws(HandlerError) -> [DraftProblem]

    package init(
        _ field: String, _ test: @escaping (Value, Draft) throws(HandlerError) -> [DraftProblem]
    ) {
        self.field = field
        self.test = test
    }
}

/// What whoever opens a session has to say about it. All of it may be left out. A handler that
/// throws leaves the session as it was before what made it run.
package struct DetailHandlers {
    package typealias Handler<Result> = (DetailContext, Draft) throws(HandlerError) -> Result

    /// Asked once, of the record as it is, before a session that edits begins.
    package var canEdit: ((Draft) throws(HandlerError) -> Bool)?
    /// Asked of the draft after each change, and again when it matters.
    package var canDelete: ((Draft) throws(HandlerError) -> Bool)?
    package var title: ((Draft) throws(HandlerError) -> String?)?
    /// Makes of what was typed what is checked and stored; the draft keeps what was typed.
    package var normalize: ((Draft) throws(HandlerError) -> Draft)?
    package var validators: [FieldValidator] = []
    /// Fields that must have a value, beyond what the rules require.
    package var required: [String] = []
    /// The check of the whole record; runs once in each save whose fields are right.
    package var onValidate: Handler<[DraftProblem]>?
    /// Runs before the draft is stored.
    package var onSave: Handler<HandlerAnswer>?
    /// Runs before the record is removed.
    package var onDelete: Handler<HandlerAnswer>?
    package var onCancel: Handler<Void>?
    /// Runs once, after all references to the session are reset.
    package var onDismiss: ((DismissReason) throws(HandlerError) -> Void)?

    package init() {}

    /// All that is to be said of a draft now.
    package func verdict(
        of draft: Draft, by checker: any DraftChecker
    ) throws(HandlerError) -> DraftVerdict {
        let normalized = try normalize?(draft) ?? draft
        var verdict = DraftVerdict(normalized: normalized)
        verdict.problems = try checker.problems(of: normalized)
        for field in required where normalized.reading(field) == .missing {
            verdict.problems.append(
                DraftProblem(field: field, code: "required", message: "must have a value"))
        }
        for validator in validators {
            guard case .value(let value)? = normalized.reading(validator.field) else { continue }
            verdict.problems += try validator.test(value, normalized)
        }
        verdict.title = try title(of: draft, by: checker)
        verdict.canDelete = try canDelete?(draft) ?? true
        return verdict
    }

    package func title(
        of draft: Draft, by checker: any DraftChecker
    ) throws(HandlerError) -> String? {
        if let title { return try title(draft) }
        let title = try checker.title(of: draft)
        return title?.isEmpty ?? true ? nil : title
    }
}
