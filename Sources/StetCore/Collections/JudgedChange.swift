/// What a change of one record would be, with all that is said of the record as the change would
/// leave it. Nothing is changed yet.
package struct JudgedChange {
    /// Old flaws too, unlike the findings that a change is refused for.
    package let findings: [Finding]
    let row: RowID?
    let assignments: [FieldAssignment]
    let draft: ChangeDraft

    /// What the rules would call the record.
    package func title() throws(CollectionError) -> String? {
        guard let row = row ?? draft.inserted.first else { return nil }
        let after = draft.after
        return try after.collection.checker.title(of: row, in: after)
    }

    /// The collection has not changed since it was judged.
    package var isCurrent: Bool { draft.version == draft.before.collection.version }

    package var isFree: Bool { !findings.contains { $0.severity == .error } }
}

extension Collection {
    /// Judges a change of one record, or a new record at the end, without making it.
    ///
    /// - Parameter row: nil: a new record.
    package func judge(
        _ row: RowID?, _ assignments: [FieldAssignment]
    ) throws(CollectionError) -> JudgedChange {
        var draft = ChangeDraft(before: snapshot, version: version)
        if let row {
            try require([row])
            try draft.set(row, assignments)
        } else {
            try draft.insert([assignments], at: count, first: nextRow, skipsInvalid: false)
        }
        guard let judged = row ?? draft.inserted.first else {
            return JudgedChange(findings: [], row: row, assignments: assignments, draft: draft)
        }
        let proposed = draft.proposed
        var all = try checker.findings(of: [judged], in: proposed.after)
        if !draft.isEmpty {
            try addKeyFindings(of: draft, to: &all)
            for (row, findings) in try checker.findings(of: proposed) {
                all[row, default: []] += findings
            }
        }
        return JudgedChange(
            findings: all[judged] ?? [], row: row, assignments: assignments, draft: draft)
    }

    /// Throws what `make` would throw of a change that was just judged.
    package func requireMakeable(_ judged: JudgedChange) throws(CollectionError) {
        // A draft of its own says whether there may be one.
        var draft = try draft()
        guard !judged.isFree, !judged.draft.isEmpty else { return }
        draft = judged.draft
        _ = try check(&draft, skipsInvalid: false)
    }

    /// Throws what `delete` would.
    package func requireDeletable(_ rows: [RowID]) throws(CollectionError) {
        try require(rows)
        var draft = try draft()
        draft.delete(rows)
        _ = try check(&draft, skipsInvalid: false)
    }

    /// Makes a change that was judged. What was judged free of errors is not judged again,
    /// unless the collection has changed since.
    @discardableResult
    package func make(_ judged: JudgedChange) throws(CollectionError) -> ChangeOutcome {
        if let reason = source.readOnlyReason {
            throw CollectionError(.readOnly, "\(name) is read-only: \(reason)")
        }
        guard judged.isFree, judged.draft.version == version else {
            guard let row = judged.row else { return try insert(judged.assignments) }
            return try set(row, judged.assignments)
        }
        var outcome = try finish(
            judged.row == nil ? .insert : .update, judged.draft, ChangeOptions(force: true))
        nextRow += outcome.inserted.count
        outcome.warnings = judged.findings
        return outcome
    }
}
