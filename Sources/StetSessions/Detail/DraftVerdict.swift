import StetCore

/// Something that a check says of a draft.
package struct DraftProblem: Hashable, Sendable, CustomStringConvertible {
    /// nil: it is about the record.
    package var field: String?
    package var code: String
    package var severity: Severity
    package var message: String

    package init(
        field: String?, code: String = "validate", severity: Severity = .error, message: String
    ) {
        self.field = field
        self.code = code
        self.severity = severity
        self.message = message
    }

    package init(_ finding: Finding) {
        self.init(
            field: finding.field, code: finding.code, severity: finding.severity,
            message: finding.message)
    }

    /// `weight must be above 0`
    package var description: String { field.map { "\($0) \(message)" } ?? message }
}

/// All that is to be known of a draft before it is shown or saved. Evaluated anew after each
/// change, for all fields, so that rules that look at several never go stale.
package struct DraftVerdict: Equatable, Sendable {
    /// What `normalize` made of the draft: this is checked, and this is stored.
    package var normalized: Draft
    /// Those of the compiled check first, then those of the session's validators.
    package var problems: [DraftProblem] = []
    package var title: String?
    package var canDelete = true

    package init(normalized: Draft) {
        self.normalized = normalized
    }
}

/// Judges the cells of a draft by the rules of its records: the same check that runs over files.
package protocol DraftChecker: AnyObject {
    /// - Throws: why the rules cannot be asked at all.
    func problems(of draft: Draft) throws(HandlerError) -> [DraftProblem]

    /// What the rules call the record that was judged last; nil where they do not say.
    func title(of draft: Draft) throws(HandlerError) -> String?
}

extension DraftChecker {
    package func title(of draft: Draft) throws(HandlerError) -> String? { nil }
}

/// The check of a record without rules: a cell must be of its field's type.
package final class DraftTypeChecker: DraftChecker {
    package init() {}

    package func problems(of draft: Draft) -> [DraftProblem] {
        zip(draft.layout.columns, draft.cells).compactMap { column, cell in
            guard column.format.read(cell) == .illTyped else { return nil }
            return DraftProblem(
                field: column.name.description, code: "type",
                message: "must be of type \(column.format.field.type.rawValue)")
        }
    }
}
