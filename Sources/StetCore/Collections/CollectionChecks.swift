extension Collection {
    /// Checks a draft. A record is refused when it gets a finding of error severity that it did
    /// not have; then the whole draft is, or, with `skipsInvalid`, that record is left out.
    /// - Returns: the new findings that are no errors.
    func check(
        _ draft: inout ChangeDraft, skipsInvalid: Bool
    ) throws(CollectionError) -> [Finding] {
        while true {
            let proposed = draft.proposed
            var new = try newFindings(of: proposed)
            try addKeyFindings(of: draft, to: &new)
            for (row, findings) in try checker.findings(of: proposed) {
                new[row, default: []] += findings
            }
            var bad: [RowID: [Finding]] = [:]
            var warnings: [Finding] = []
            for row in new.keys.sorted() {
                let findings = new[row] ?? []
                if findings.contains(where: { $0.severity == .error }) {
                    bad[row] = findings
                } else {
                    warnings += findings
                }
            }
            if bad.isEmpty { return warnings }
            guard skipsInvalid else { throw refusal(bad) }
            // One record may be refused because of another that is refused itself, and may stand
            // in the way of a third once it is left as it was: look again until all is well.
            draft.skip(bad)
        }
    }

    private func refusal(_ bad: [RowID: [Finding]]) -> CollectionError {
        let findings = bad.keys.sorted().flatMap { bad[$0] ?? [] }
        let errors = findings.filter { $0.severity == .error }
        var message = "refused"
        if let first = errors.first {
            let field = first.field.map { "\($0) " } ?? ""
            message += ": \(field)\(first.message)"
        }
        if errors.count > 1 { message += " (and \(errors.count - 1) more)" }
        return CollectionError(.refused, message, findings: findings)
    }

    /// What the rules for records say that they did not say before.
    private func newFindings(
        of change: ProposedChange
    ) throws(CollectionError) -> [RowID: [Finding]] {
        let rows = change.inserted + change.updated
        guard !rows.isEmpty else { return [:] }
        let after = try checker.findings(of: rows, in: change.after)
        guard !after.isEmpty else { return [:] }
        let had = rows.filter { after[$0] != nil && change.before.contains($0) }
        let before = had.isEmpty ? [:] : try checker.findings(of: had, in: change.before)
        var result: [RowID: [Finding]] = [:]
        for (row, findings) in after {
            let known = Set((before[row] ?? []).map(FindingIdentity.init))
            let new = findings.filter { !known.contains(FindingIdentity($0)) }
            if !new.isEmpty { result[row] = new }
        }
        return result
    }

    // MARK: Keys and unique fields

    private struct Uniqueness {
        var columns: [ColumnID]
        var code: String
        var severity: Severity
        var isKey: Bool
        var names: String
        var message: String?
    }

    /// What must be distinct, as far as a change can touch it.
    private func uniqueness(
        touchedBy change: ProposedChange
    ) throws(CollectionError) -> [Uniqueness] {
        func isTouched(_ columns: [ColumnID]) -> Bool {
            !change.inserted.isEmpty || columns.contains { change.changedColumns.contains($0) }
        }
        var result: [Uniqueness] = []
        let mayBeKey = schema.key.isEmpty ? [ColumnID(0)] : nil
        if mayBeKey.map(isTouched) ?? true {
            let columns = try key().columns
            if !columns.isEmpty, isTouched(columns) {
                let names = columns.compactMap { layout.column($0)?.name.description }
                result.append(
                    Uniqueness(
                        columns: columns, code: "key", severity: .error, isKey: true,
                        names: names.joined(separator: ", ")))
            }
        }
        for column in change.after.layout.columns where isTouched([column.id]) {
            for constraint in column.format.field.constraints {
                guard case .unique = constraint.kind, constraint.condition == nil else { continue }
                result.append(
                    Uniqueness(
                        columns: [column.id], code: constraint.code ?? "unique",
                        severity: constraint.severity, isKey: false, names: column.field,
                        message: constraint.message))
            }
        }
        return result
    }

    func addKeyFindings(
        of draft: ChangeDraft, to findings: inout [RowID: [Finding]]
    ) throws(CollectionError) {
        let change = draft.proposed
        let all = try uniqueness(touchedBy: change)
        for uniqueness in all { try addFindings(of: uniqueness, change, to: &findings) }
        // An index is built of the states that are known; then it is told of the draft.
        addKeys(of: draft)
    }

    /// Of several records that get one key, the first is let have it.
    private func addFindings(
        of uniqueness: Uniqueness, _ change: ProposedChange,
        to findings: inout [RowID: [Finding]]
    ) throws(CollectionError) {
        let columns = uniqueness.columns
        var claims: [(row: RowID, cells: [Cell?])] = []
        for row in change.inserted + change.updated {
            let isOld = change.before.contains(row)
            let old = isOld ? try cells(of: row, columns, in: change.before) : nil
            let new = try cells(of: row, columns, in: change.after)
            if old?.map({ $0?.text }) != new.map({ $0?.text }) { claims.append((row, new)) }
        }
        let claimants = Set(claims.map(\.row))
        var claimed: Set<RecordKey> = []
        for (row, cells) in claims {
            let key = RecordKey(cells.map { $0?.text ?? "" })
            let isMissing = zip(columns, cells).contains { column, cell in
                guard let cell else { return true }
                return change.after.layout.column(column)?.format.isMissing(cell) ?? false
            }
            let message: String
            if isMissing {
                guard uniqueness.isKey else { continue }
                message = "is the key and must not be missing"
            } else {
                let isFree =
                    claimed.insert(key).inserted
                    ? try !isHeld(
                        key.parts, in: columns, of: change.after, byOtherThan: claimants)
                    : false
                if isFree { continue }
                message = uniqueness.message ?? "“\(key)” is in use already"
            }
            var finding = Finding(
                file: name, code: uniqueness.code, severity: uniqueness.severity,
                message: message)
            finding.field = uniqueness.names
            finding.value = key.parts.count == 1 ? key.parts[0] : nil
            findings[row, default: []].append(finding)
        }
    }

    private func cells(
        of row: RowID, _ columns: [ColumnID], in snapshot: Snapshot
    ) throws(CollectionError) -> [Cell?] {
        var result: [Cell?] = []
        for column in columns { result.append(try snapshot.cell(row, column)) }
        return result
    }

    /// Has the indexes that exist know the texts that a draft brings. They may know too much: a
    /// draft that is refused needs no taking back.
    func addKeys(of draft: ChangeDraft) {
        let after = draft.after
        for columns in Array(indexes.keys) {
            let isTouched = columns.contains { draft.changedColumns.contains($0) }
            let rows = draft.inserted + (isTouched ? draft.updated : [])
            for row in rows {
                do throws(CollectionError) {
                    let cells = try cells(of: row, columns, in: after)
                    indexes[columns]?.add(
                        edited: row, digest: KeyIndex.digest(cells.map { $0?.text ?? "" }))
                } catch {
                    // Rebuilt when next needed: that tells the user of the error.
                    indexes[columns] = nil
                    break
                }
            }
        }
    }
}

/// What makes two findings of one record, before and after a change, the same one. The message
/// is no part of it: it may quote the value.
private struct FindingIdentity: Hashable {
    let code: String
    let field: String?
    let rule: Int

    init(_ finding: Finding) {
        code = finding.code
        field = finding.field
        rule = finding.rule
    }
}
