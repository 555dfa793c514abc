import StetCore
import StetRules
import StetStores

/// Checks chunks, one at a time: a worker's own tools and the work on one chunk.
final class ChunkChecker {
    private let plan: CheckPlan
    private let file: String
    private let dialect: Dialect
    private let limit: Int
    private let wantsExcerpts: Bool
    private let nameOfRecord: @Sendable (Int, Int) -> String
    let runner: (any ScriptRunner)?

    private var parser: RecordParser
    private let block = RecordBlock()
    private let workspace = CompiledField.Workspace()
    private var structural: [StructuralFailure] = []
    private var failures: [Failure] = []
    private var scripted: [ScriptFinding] = []
    private let references: ReferenceCheck
    private var unfounded: [ReferenceCheck.Failure] = []
    private var disordered: [SequenceFailure] = []
    /// A file that references lead to could not be read; what was checked is not all.
    private(set) var failure: StoreError?
    /// Places of the block's failures that are to become findings.
    private var pending: [Pending] = []
    private var quote: UInt8 { dialect.quote ?? 0 }

    /// A failure of any origin, before it is told in words.
    private struct Pending {
        var record: Int
        var range: Range<Int>
        var rule: Int
        var origin: Origin

        enum Origin {
            case structure(Int)
            case failure(Int)
            /// A value whose message is not known yet.
            case cell(Int)
            /// A failure that is the record's.
            case record(Int)
            case reference(Int)
            case sequence(Int)
            case script(Int)
        }
    }

    init(
        plan: CheckPlan, file: TableFile, options: CheckOptions, runner: (any ScriptRunner)?,
        targets: [any ReferenceTarget]
    ) {
        self.plan = plan
        references = ReferenceCheck(
            plan: plan, targets: targets, quote: file.dialect.quote ?? 0, workspace: workspace)
        self.file = file.path
        dialect = file.dialect
        limit = options.findingLimit ?? .max
        wantsExcerpts = options.wantsExcerpts
        nameOfRecord = options.nameOfRecord
        self.runner = runner
        parser = RecordParser(dialect: file.dialect, width: file.columns.count)
    }

    func check(_ chunk: Chunk, number: Int, isStopped: () -> Bool) -> ChunkSummary {
        var summary = ChunkSummary()
        summary.digests = plan.unique.map { _ in [] }
        summary.sequences = plan.sequences.map { _ in SequenceState() }
        runner?.beginChunk(chunk, number: number)
        while !isStopped() {
            structural.removeAll(keepingCapacity: true)
            guard parser.parse(chunk, into: block, failures: &structural) else { break }
            checkBlock(of: chunk, into: &summary)
            summary.records += block.recordCount
        }
        if let runner {
            scripted.removeAll(keepingCapacity: true)
            summary.foldStates = runner.endChunk(into: &scripted)
            for finding in scripted { summary.add(self.finding(finding), limit: limit) }
        }
        return summary
    }

    private func checkBlock(of chunk: Chunk, into summary: inout ChunkSummary) {
        summary.checkpoints.append(
            Checkpoint(
                range: chunk.fileOffset(
                    of: Int(block.recordStart[0]))..<chunk.fileOffset(
                        of: Int(block.recordStart[block.recordCount])),
                record: chunk.recordsBefore + block.firstRecord + 1,
                line: chunk.linesBefore + Int(block.line[0]) + 1))
        failures.removeAll(keepingCapacity: true)
        for field in plan.fields {
            field.check(block, quote: quote, workspace: workspace, into: &failures)
        }
        for check in plan.recordChecks { check.check(block, quote: quote, into: &failures) }
        scripted.removeAll(keepingCapacity: true)
        for (index, unique) in plan.unique.enumerated() {
            let known = summary.digests[index].count
            unique.digests(
                of: block, quote: quote, workspace: workspace, into: &summary.digests[index])
            if let condition = plan.rules[unique.rule].condition {
                dropConditioned(&summary.digests[index], from: known, condition, in: chunk)
            }
            for entry in known..<summary.digests[index].count {
                let start = summary.digests[index][entry].position
                summary.digests[index][entry].position = chunk.fileOffset(of: start)
            }
        }
        unfounded.removeAll(keepingCapacity: true)
        do throws(StoreError) {
            try references.check(block, into: &unfounded)
        } catch {
            failure = failure ?? error
        }
        dropConditioned(in: chunk)
        checkSequences(of: chunk, into: &summary)
        if let runner, runner.hasRecordWork { runner.run(block, of: chunk, into: &scripted) }
        let isClean =
            structural.isEmpty && failures.isEmpty && unfounded.isEmpty && disordered.isEmpty
        guard !(isClean && scripted.isEmpty) else { return }
        gather()
        for item in pending {
            if summary.findings.count < limit {
                let finding = self.finding(item, in: chunk)
                summary.count(finding)
                summary.findings.append(finding)
            } else {
                summary.count(kind(of: item))
            }
        }
    }

    /// Compares values with those before them in the chunk; the first is left to the merger.
    private func checkSequences(of chunk: Chunk, into summary: inout ChunkSummary) {
        disordered.removeAll(keepingCapacity: true)
        for (index, rule) in plan.sequences.enumerated() {
            let condition = plan.rules[rule.rule].condition
            for record in 0..<block.recordCount {
                guard let (item, cell) = rule.item(ofRecord: record, in: block, quote: quote)
                else { continue }
                if let condition, let runner,
                    !runner.holds(
                        condition, record: record, of: block, in: chunk, into: &scripted)
                {
                    continue
                }
                if let last = summary.sequences[index].last {
                    let complaint = rule.complaint(
                        about: item, after: last.item, at: nameOfRecord(last.record, last.line))
                    if let complaint {
                        disordered.append(
                            SequenceFailure(
                                record: record, cell: cell, rule: rule.rule,
                                message: plan.rules[rule.rule].message ?? complaint))
                    }
                } else {
                    let pending = Pending(
                        record: record, range: range(ofCell: cell), rule: rule.rule,
                        origin: .cell(cell))
                    summary.sequences[index].first = (item, finding(pending, in: chunk))
                }
                summary.sequences[index].last = SequenceState.Place(
                    item: item, record: chunk.recordsBefore + block.firstRecord + record + 1,
                    line: chunk.linesBefore + Int(block.line[record]) + 1)
            }
        }
    }

    /// Takes out the failures of rules whose condition does not hold for the record.
    private func dropConditioned(in chunk: Chunk) {
        guard let runner, plan.rules.contains(where: { $0.condition != nil }) else { return }
        failures.removeAll { failure in
            guard let condition = plan.rules[Int(failure.rule)].condition else { return false }
            return !runner.holds(
                condition, record: Int(failure.record), of: block, in: chunk, into: &scripted)
        }
        unfounded.removeAll { failure in
            guard let condition = plan.rules[failure.rule].condition else { return false }
            return !runner.holds(
                condition, record: failure.record, of: block, in: chunk, into: &scripted)
        }
    }

    /// Takes out the digests of records for which the condition of their rule does not hold.
    private func dropConditioned(
        _ digests: inout [KeyDigest], from known: Int, _ condition: ScriptReference,
        in chunk: Chunk
    ) {
        guard let runner else { return }
        let added = digests[known...]
        digests.removeSubrange(known...)
        var record = 0
        for entry in added {
            while Int(block.recordStart[record]) < entry.position { record += 1 }
            if runner.holds(condition, record: record, of: block, in: chunk, into: &scripted) {
                digests.append(entry)
            }
        }
    }

    /// Brings the block's failures into the order of the report.
    private func gather() {
        pending.removeAll(keepingCapacity: true)
        for (index, failure) in structural.enumerated() {
            pending.append(
                Pending(
                    record: failure.record, range: failure.range, rule: failure.kind.rule,
                    origin: .structure(index)))
        }
        for (index, failure) in failures.enumerated() {
            let record = Int(failure.record)
            let isWhole = failure.cell == Failure.wholeRecord
            let start = Int(block.recordStart[record])
            pending.append(
                Pending(
                    record: record,
                    range: isWhole ? start..<start : range(ofCell: Int(failure.cell)),
                    rule: Int(failure.rule),
                    origin: isWhole ? .record(index) : .failure(index)))
        }
        for (index, failure) in disordered.enumerated() {
            pending.append(
                Pending(
                    record: failure.record, range: range(ofCell: failure.cell),
                    rule: failure.rule, origin: .sequence(index)))
        }
        for (index, failure) in unfounded.enumerated() {
            pending.append(
                Pending(
                    record: failure.record, range: range(ofCell: failure.cell),
                    rule: failure.rule, origin: .reference(index)))
        }
        for (index, finding) in scripted.enumerated() {
            guard let record = finding.record else { continue }
            let cell = finding.field.flatMap(plan.field(named:))?.column.flatMap {
                block.cell(record: record, column: $0)
            }
            let start = Int(block.recordStart[record])
            pending.append(
                Pending(
                    record: record, range: cell.map(range(ofCell:)) ?? start..<start,
                    rule: finding.rule, origin: .script(index)))
        }
        // Sorted by index too, so that what one rule says of one place keeps its order.
        let order = pending.indices.sorted { left, right in
            let (a, b) = (pending[left], pending[right])
            return (a.range.lowerBound, a.rule, left) < (b.range.lowerBound, b.rule, right)
        }
        pending = order.map { pending[$0] }
    }

    private func range(ofCell cell: Int) -> Range<Int> {
        Int(block.cellStart[cell])..<Int(block.cellEnd[cell])
    }

    private func kind(of item: Pending) -> FindingKind {
        let rule = plan.rules[item.rule]
        guard case .script(let index) = item.origin else {
            return FindingKind(
                rule: item.rule, code: rule.code, field: rule.field, severity: rule.severity)
        }
        let script = scripted[index]
        return FindingKind(
            rule: item.rule, code: script.code ?? rule.code, field: script.field ?? rule.field,
            severity: script.severity ?? rule.severity)
    }

    private func finding(_ item: Pending, in chunk: Chunk) -> Finding {
        let kind = kind(of: item)
        var finding = Finding(
            file: file, code: kind.code, severity: kind.severity, message: "", rule: item.rule)
        finding.field = kind.field
        finding.record = chunk.recordsBefore + block.firstRecord + item.record + 1
        let place = chunk.position(
            of: item.range.lowerBound, known: Int(block.recordStart[item.record]),
            lines: Int(block.line[item.record]))
        finding.offset = place.offset
        finding.line = place.line
        finding.column = place.column
        finding.key = key(ofRecord: item.record)
        if wantsExcerpts { finding.excerpt = chunk.excerpt(around: item.range) }
        switch item.origin {
        case .structure(let index):
            finding.message = structural[index].message(
                width: parser.width, encoding: dialect.encoding)
        case .failure(let index):
            finding.value = Finding.shown(
                block.cellText(Int(failures[index].cell), quote: quote))
            finding.message = plan.message(of: failures[index], in: block, quote: quote)
        case .record(let index):
            finding.message = plan.message(of: failures[index], in: block, quote: quote)
        case .cell(let cell): finding.value = Finding.shown(block.cellText(cell, quote: quote))
        case .sequence(let index):
            finding.value = Finding.shown(
                block.cellText(disordered[index].cell, quote: quote))
            finding.message = disordered[index].message
        case .reference(let index):
            let failure = unfounded[index]
            finding.value = Finding.shown(block.cellText(failure.cell, quote: quote))
            finding.message = references.message(of: failure)
        case .script(let index):
            finding.message = scripted[index].message
            if let column = finding.field.flatMap(plan.field(named:))?.column,
                let cell = block.cell(record: item.record, column: column)
            {
                let text = block.cellText(cell, quote: quote)
                finding.value = Finding.shown(text)
            }
        }
        return finding
    }

    /// A finding about the table rather than one of its records.
    func finding(_ script: ScriptFinding) -> Finding {
        let rule = plan.rules[script.rule]
        var finding = Finding(
            file: file, code: script.code ?? rule.code, severity: script.severity ?? rule.severity,
            message: script.message, rule: script.rule)
        finding.field = script.field ?? rule.field
        return finding
    }

    private func key(ofRecord record: Int) -> [ByteString]? {
        guard !plan.key.isEmpty else { return nil }
        return plan.key.map { field in
            field.column.flatMap { block.cell(record: record, column: $0) }
                .map { block.cellText($0, quote: quote) } ?? ""
        }
    }
}

extension StructuralFailure.Kind {
    fileprivate var rule: Int {
        switch self {
        case .encoding: CheckPlan.Structural.encoding.rawValue
        case .quote: CheckPlan.Structural.quote.rawValue
        case .ragged: CheckPlan.Structural.ragged.rawValue
        }
    }
}

extension ChunkSummary {
    mutating func count(_ kind: FindingKind) {
        counts[kind, default: 0] += 1
    }

    mutating func count(_ finding: Finding) {
        count(
            FindingKind(
                rule: finding.rule, code: finding.code, field: finding.field,
                severity: finding.severity))
    }

    mutating func add(_ finding: Finding, limit: Int) {
        count(finding)
        if findings.count < limit { findings.append(finding) }
    }
}
