import StetCheck
import StetCore
import StetRules
import StetStores

/// Checks a collection as it is now, pending edits included, by the engine that checks files: it
/// reads the file as a commit would leave it, though nothing is written.
package struct CollectionCheck {
    private let collection: StetCore.Collection
    /// nil: the collection is in memory only.
    private let file: OpenedTable?
    private let rules: CollectionRules
    private let options: CheckOptions

    /// What a check said.
    package struct Outcome {
        package var report: CheckReport
        package var findings: [Finding] = []
    }

    package init(_ table: OpenedTable, options: CheckOptions = CheckOptions()) {
        self.init(table.collection, file: table, options: options)
    }

    init(
        _ collection: StetCore.Collection, file: OpenedTable?,
        options: CheckOptions = CheckOptions()
    ) {
        self.collection = collection
        self.file = file
        rules = CollectionRules(of: collection)
        var options = options
        options.runsOnCallingThread = rules.isInScript
        options.wantsExcerpts = false
        self.options = options
    }

    /// Runs all rules over all records. Lines, columns and offsets are those of the file as it is
    /// on disk; records that are not in it yet have none.
    package func run(
        stopper: CheckEngine.Stopper = CheckEngine.Stopper()
    ) throws(TableError) -> Outcome {
        try TableError.wrapping {
            var outcome: Outcome
            if let file {
                let (table, source) = try file.pending(chunkSize: options.chunkSize)
                outcome = try check(table, rules, options(isInFile: !table.hasEdits), stopper)
                if file.isConverted {
                    for index in outcome.findings.indices { outcome.findings[index].forgetPlace() }
                } else if table.hasEdits {
                    try place(&outcome.findings, table, source)
                }
            } else {
                let now = collection.snapshot
                let text = try RecordTextWriter(now).table(of: now.rows)
                outcome = try check(table(of: text), rules, options(isInFile: false), stopper)
                for index in outcome.findings.indices { outcome.findings[index].forgetPlace() }
            }
            if rules.scripts == nil {
                outcome.report.notes.append(
                    "\(collection.name) has no rules: only its structure was checked")
            } else if rules.isInScript {
                outcome.report.notes.append("rules given as a table run in the script, on one core")
            }
            return outcome
        }
    }

    /// What the rules say of one record: what a check of all would find there, at the price of
    /// that record, and where there is anything to find, of counting the lines before it.
    package func findings(of row: RowID) throws(TableError) -> [Finding] {
        try TableError.wrapping {
            let now = collection.snapshot
            guard let position = now.position(of: row) else { return [] }
            // Whom it may repeat comes before it, as in the whole table.
            let rows = try others(than: row, in: now) + [row]
            let places = now.positions(of: rows).map { $0 ?? 0 }
            var options = options(isInFile: false)
            options.findingLimit = nil
            options.workers = 1
            options.nameOfRecord = { record, _ in
                "record \((places.indices.contains(record - 1) ? places[record - 1] : 0) + 1)"
            }
            let text = try RecordTextWriter(now).table(of: rows)
            let outcome = try check(
                table(of: text), rules.withoutFolds, options, CheckEngine.Stopper(),
                references: rules.links.map(IndexedReferences.init))
            var findings = outcome.findings.filter { $0.record == rows.count }
            for index in findings.indices {
                findings[index].record = position + 1
                findings[index].forgetPlace()
            }
            try place(&findings, of: row, in: now)
            return findings
        }
    }

    /// Has findings of one record say where it stands in the file on disk, if it does.
    private func place(_ findings: inout [Finding], of row: RowID, in now: Snapshot) throws {
        guard let file, !findings.isEmpty, let record = file.written.position(of: row) else {
            return
        }
        let questions = findings.map { finding in
            PlaceQuestion(
                record: record, offset: nil, column: column(of: finding, now, file.written))
        }
        let positions = try TableFile(of: file.readAgain()).positions(of: questions)
        for (index, position) in zip(findings.indices, positions) {
            findings[index].place(at: position)
        }
    }

    /// The number that the field of a finding has in the file.
    private func column(of finding: Finding, _ now: Snapshot, _ committed: Snapshot) -> Int? {
        finding.field.flatMap(now.layout.column(named:)).flatMap { column in
            committed.layout.columns.firstIndex { $0.id == column.id }
        }
    }

    /// What collection rules say of the table as a commit will leave it. Without such rules
    /// nothing is read.
    func foldWarnings(
        after plan: SplicePlan, of source: TableSource
    ) throws(TableError) -> [String] {
        guard rules.hasFolds else { return [] }
        return try TableError.wrapping {
            let table = try TableFile(of: source, after: plan, chunkSize: options.chunkSize)
            let outcome = try check(
                table, rules.foldsOnly, options(isInFile: false), CheckEngine.Stopper())
            var ofOrder = rules.sequenceCodes
            return outcome.findings.filter { finding in
                if finding.record == nil, finding.line == nil {
                    return rules.schema.folds.contains { $0.name == finding.code }
                }
                // One of each rule over values in order says enough.
                return ofOrder.remove([finding.field ?? "", finding.code]) != nil
            }
            .map { "\(collection.name): \($0.severity.rawValue): \($0.message) [\($0.code)]" }
        }
    }

    // MARK: The engine

    private func options(isInFile: Bool) -> CheckOptions {
        guard !isInFile else { return options }
        var options = options
        options.nameOfRecord = { record, _ in "record \(record)" }
        return options
    }

    private func table(of text: [UInt8]) throws(StoreError) -> TableFile {
        try TableFile(name: collection.name, text: text, chunkSize: options.chunkSize)
    }

    private func check(
        _ table: TableFile, _ rules: CollectionRules, _ options: CheckOptions,
        _ stopper: CheckEngine.Stopper, references: (any References)? = nil
    ) throws(CheckError) -> Outcome {
        let references =
            references ?? rules.links.map(WholeReferences.init) ?? FileReferences.withRules
        var findings: [Finding] = []
        let report = try CheckEngine(options: options).check(
            table, schema: rules.schema, scripts: rules.scripts, references: references,
            stopper: stopper
        ) { findings.append($0) }
        return Outcome(report: report, findings: findings)
    }

    /// Has findings say where their records stand in the file on disk.
    private func place(
        _ findings: inout [Finding], _ table: TableFile, _ source: TableSource
    ) throws {
        let now = collection.snapshot
        let committed = file?.written ?? collection.committedSnapshot
        let isAbout = findings.indices.filter { findings[$0].record != nil }
        let rows = isAbout.map { now.row(at: (findings[$0].record ?? 0) - 1) }
        let known = committed.positions(of: rows.compactMap { $0 })
        var nextKnown = known.makeIterator()
        var asked: [Int] = []
        var questions: [PlaceQuestion] = []
        for (index, row) in zip(isAbout, rows) {
            let record = row == nil ? nil : nextKnown.next().flatMap { $0 }
            let finding = findings[index]
            findings[index].forgetPlace()
            guard let record else { continue }
            let column = column(of: finding, now, committed)
            asked.append(index)
            questions.append(
                PlaceQuestion(
                    record: record, offset: finding.offset.flatMap(table.committedOffset(of:)),
                    column: column))
        }
        guard !questions.isEmpty else { return }
        let positions = try TableFile(of: source).positions(of: questions)
        for (index, position) in zip(asked, positions) {
            findings[index].place(at: position)
        }
    }

    /// The records before one that it may not repeat, in order.
    private func others(than row: RowID, in now: Snapshot) throws -> [RowID] {
        let plan = try CheckPlan(
            schema: rules.schema, columns: now.layout.columns.map(\.name))
        var found: Set<RowID> = []
        for rule in plan.unique {
            let columns = rule.fields.compactMap { field in
                field.column.map { now.layout.columns[$0] }
            }
            guard columns.count == rule.fields.count else { continue }
            var texts: [ByteString] = []
            for column in columns { texts.append(try now.cell(row, column.id)?.text ?? "") }
            if rule.fields.contains(where: \.field.trim) {
                found.formUnion(try rows(like: texts, columns, rule.fields, before: row, in: now))
                continue
            }
            let rows = try now.rows(with: texts, in: columns.map(\.id), before: row)
            // A condition may leave out the first.
            let isConditional = plan.rules[rule.rule].condition != nil
            found.formUnion(isConditional ? rows[...] : rows.prefix(1))
        }
        let rows = Array(found)
        return zip(rows, now.positions(of: rows)).sorted { ($0.1 ?? 0) < ($1.1 ?? 0) }.map(\.0)
    }

    /// The same where blanks around values do not count, which no index knows.
    private func rows(
        like texts: [ByteString], _ columns: [CollectionColumn], _ fields: [CompiledField],
        before row: RowID, in now: Snapshot
    ) throws(CollectionError) -> [RowID] {
        let wanted = zip(fields, texts).map { $0.valueText($1) }
        var found: [RowID] = []
        try now.scan(columns.map(\.id)) { other, cells in
            guard other != row else { return false }
            let isSame = zip(zip(fields, cells), wanted).allSatisfy { pair, wanted in
                pair.0.valueText(pair.1?.text ?? "") == wanted
            }
            if isSame { found.append(other) }
            return true
        }
        return found
    }
}

extension Finding {
    /// The record is in no file, or the file is not what was read.
    package mutating func forgetPlace() {
        line = nil
        column = nil
        offset = nil
    }

    fileprivate mutating func place(at position: Position?) {
        line = position?.line
        column = position?.column
        offset = position?.offset
    }
}

extension OpenedTable {
    /// The file as a commit would leave it, to be read from front to back, and as it is.
    func pending(chunkSize: Int) throws -> (table: TableFile, source: TableSource) {
        let pending = try plan(upTo: collection.snapshot)
        let source = try pending?.source ?? readAgain()
        return (
            try TableFile(of: source, after: pending?.plan, chunkSize: chunkSize), source
        )
    }
}
