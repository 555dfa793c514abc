import StetCore
import StetRules
import StetStores

/// Joins the summaries of chunks, in file order, into one report.
///
/// Whoever holds it holds the merge lock, whichever worker that is; so what it says does not
/// depend on how many workers there are.
final class SummaryMerger {
    private(set) var report: CheckReport
    private let plan: CheckPlan
    private let file: TableFile
    private let limit: Int
    private let nameOfRecord: @Sendable (Int, Int) -> String
    private let deliver: (Finding) -> Void
    private var delivered = 0
    private var counts: [FindingKind: Int] = [:]
    private let tables: [DigestTable]
    private let reader: KeyReader
    private var states: [FoldState?]
    private var brokenFolds: Set<Int> = []
    /// For each rule over values in order: the last value so far.
    private var lastValues: [SequenceState.Place?]
    /// Findings about the table, which come after those about its records.
    private var late: [Finding] = []
    /// A failure to read back; the check cannot be completed.
    private(set) var failure: StoreError?

    init(
        plan: CheckPlan, file: TableFile, options: CheckOptions,
        deliver: @escaping (Finding) -> Void
    ) {
        self.plan = plan
        self.file = file
        limit = options.findingLimit ?? .max
        nameOfRecord = options.nameOfRecord
        self.deliver = deliver
        report = CheckReport(file: file.path)
        report.notes = plan.warnings
        reader = KeyReader(file: file)
        tables = plan.unique.map { _ in DigestTable() }
        states = plan.folds.map { _ in nil }
        lastValues = plan.sequences.map { _ in nil }
    }

    func merge(_ summary: ChunkSummary, checker: ChunkChecker) {
        report.records += summary.records
        for (kind, count) in summary.counts { counts[kind, default: 0] += count }
        reader.add(summary.checkpoints)
        var findings = summary.findings
        joinSequences(summary.sequences, to: &findings)
        do throws(StoreError) {
            try addRepeatedKeys(summary.digests, to: &findings, checker: checker)
        } catch {
            failure = failure ?? error
        }
        for finding in findings {
            if finding.offset == nil { late.append(finding) } else { send(finding) }
        }
        mergeFolds(summary, checker: checker)
    }

    /// Findings about the file and its header, which come before those about records.
    func add(_ findings: [StructuralFinding], excluding codes: Set<String> = []) {
        for item in findings where !codes.contains(item.code) {
            let rule = plan.rules.firstIndex { $0.code == item.code } ?? 0
            var finding = Finding(
                file: file.path, code: item.code, severity: item.severity, message: item.message,
                rule: rule)
            finding.line = item.position?.line
            finding.column = item.position?.column
            finding.offset = item.position?.offset
            finding.excerpt = item.excerpt
            count(finding)
            send(finding)
        }
    }

    /// What of the rules is off, which is said before anything else.
    func addFaults() {
        for (rule, message) in plan.faults {
            let finding = Finding(
                file: file.path, code: plan.rules[rule].code, severity: plan.rules[rule].severity,
                message: message, rule: rule)
            count(finding)
            send(finding)
        }
    }

    func addColumnFindings() {
        for (rule, field, message) in plan.columnFindings {
            var finding = Finding(
                file: file.path, code: plan.rules[rule].code,
                severity: plan.rules[rule].severity, message: message, rule: rule)
            finding.field = field
            count(finding)
            send(finding)
        }
    }

    func finish(checker: ChunkChecker?) {
        for finding in late { send(finding) }
        late.removeAll()
        if let checker, let runner = checker.runner {
            for fold in plan.folds.indices where !brokenFolds.contains(fold) {
                var findings: [ScriptFinding] = []
                runner.finish(fold: fold, states[fold], into: &findings)
                for item in findings {
                    let finding = checker.finding(item)
                    count(finding)
                    send(finding)
                }
            }
        }
        report.counts = tally()
    }

    /// The counts in the order of the rules; what reads the same is counted together.
    private func tally() -> [FindingCount] {
        let sorted = counts.sorted { left, right in
            (left.key.rule, left.key.code, left.key.field ?? "", left.key.severity)
                < (right.key.rule, right.key.code, right.key.field ?? "", right.key.severity)
        }
        var result: [FindingCount] = []
        var places: [FindingKind: Int] = [:]
        for (kind, count) in sorted {
            var label = kind
            label.rule = 0
            if let place = places[label] {
                result[place].count += count
            } else {
                places[label] = result.count
                result.append(
                    FindingCount(
                        code: kind.code, field: kind.field, severity: kind.severity, count: count))
            }
        }
        return result
    }

    func stop(_ reason: CheckReport.IncompleteReason) {
        report.incompleteReason = report.incompleteReason ?? reason
    }

    private func count(_ finding: Finding) {
        let kind = FindingKind(
            rule: finding.rule, code: finding.code, field: finding.field,
            severity: finding.severity)
        counts[kind, default: 0] += 1
    }

    private func send(_ finding: Finding) {
        guard delivered < limit else { return }
        delivered += 1
        deliver(finding)
    }

    // MARK: Values in order

    /// Compares the first value of a chunk with the last before it.
    private func joinSequences(_ sequences: [SequenceState], to findings: inout [Finding]) {
        var added: [Finding] = []
        for (index, part) in sequences.enumerated() {
            guard let first = part.first else { continue }
            let rule = plan.sequences[index]
            if let last = lastValues[index],
                let complaint = rule.complaint(
                    about: first.item, after: last.item, at: nameOfRecord(last.record, last.line))
            {
                var finding = first.finding
                finding.message = plan.rules[rule.rule].message ?? complaint
                count(finding)
                added.append(finding)
            }
            lastValues[index] = part.last
        }
        guard !added.isEmpty else { return }
        findings += added
        findings.sort(by: Finding.inFileOrder)
    }

    // MARK: Keys

    private func addRepeatedKeys(
        _ digests: [[KeyDigest]], to findings: inout [Finding], checker: ChunkChecker
    ) throws(StoreError) {
        var added: [Finding] = []
        for (index, list) in digests.enumerated() {
            let rule = plan.unique[index]
            var addedOfRule = 0
            let table = tables[index]
            for (number, entry) in list.enumerated() {
                let position = entry.position
                // The table is far larger than the cache: what comes soon is fetched now.
                if number + 12 < list.count { table.prefetch(list[number + 12].digest) }
                guard position < DigestTable.positionLimit else {
                    throw StoreError(
                        path: file.path, reason: "keys are only checked in the first TiB")
                }
                var mine: [ByteString]?
                let earlier = try table.insert(entry.digest, at: position) {
                    (other: Int) throws(StoreError) -> Bool in
                    if mine == nil { mine = try values(of: rule, at: position, isEarlier: false) }
                    return try values(of: rule, at: other, isEarlier: true) == mine
                }
                guard let earlier, let mine else { continue }
                let kind = plan.rules[rule.rule]
                // Each rule's are in file order, so those of the first `limit` are among them.
                if delivered + addedOfRule >= limit {
                    counts[
                        FindingKind(
                            rule: rule.rule, code: kind.code, field: kind.field,
                            severity: kind.severity), default: 0] += 1
                    continue
                }
                let finding = try repeated(mine, rule, at: position, first: earlier)
                count(finding)
                added.append(finding)
                addedOfRule += 1
            }
        }
        guard !added.isEmpty else { return }
        findings.append(contentsOf: added)
        findings.sort(by: Finding.inFileOrder)
    }

    private func values(
        of rule: UniqueRule, at offset: Int, isEarlier: Bool
    ) throws(StoreError) -> [ByteString] {
        let cells = try reader.cells(at: offset, isEarlier: isEarlier)
        return rule.fields.map { field in
            guard let column = field.column, cells.indices.contains(column) else { return "" }
            return field.valueText(cells[column])
        }
    }

    private func repeated(
        _ values: [ByteString], _ rule: UniqueRule, at offset: Int, first: Int
    ) throws(StoreError) -> Finding {
        let kind = plan.rules[rule.rule]
        let place = try reader.place(
            at: offset, column: rule.fields.first?.column ?? 0, isEarlier: false)
        let earlier = try reader.place(at: first, column: 0, isEarlier: true)
        var finding = Finding(
            file: file.path, code: kind.code, severity: kind.severity,
            message: kind.message
                ?? CheckPlan.repeatedMessage(
                    values, isKey: kind.code == "key",
                    place: nameOfRecord(earlier.record, earlier.position.line)),
            rule: rule.rule)
        finding.field = kind.field
        finding.record = place.record
        finding.line = place.position.line
        finding.column = place.position.column
        finding.offset = place.position.offset
        finding.value = values.first.map { Finding.shown($0) }
        finding.excerpt = place.excerpt
        if !plan.key.isEmpty {
            finding.key = plan.key.map { field in
                field.column.flatMap { column in
                    place.cells.indices.contains(column) ? place.cells[column] : nil
                } ?? ""
            }
        }
        return finding
    }

    // MARK: Folds

    private func mergeFolds(_ summary: ChunkSummary, checker: ChunkChecker) {
        guard let runner = checker.runner else { return }
        for (fold, state) in summary.foldStates.enumerated() where !brokenFolds.contains(fold) {
            guard let state else {
                brokenFolds.insert(fold)
                continue
            }
            guard let earlier = states[fold] else {
                states[fold] = state
                continue
            }
            var findings: [ScriptFinding] = []
            if let merged = runner.merge(fold: fold, earlier, state, into: &findings) {
                states[fold] = merged
            } else {
                brokenFolds.insert(fold)
            }
            for item in findings {
                let finding = checker.finding(item)
                count(finding)
                late.append(finding)
            }
        }
    }
}
