import StetCheck
import StetCore
import StetRules
import StetStores

/// Judges changes by the very check that runs over files: the changed records are written as a
/// chunk of text, and declared constraints, conditions and rules in Lua run over its blocks.
/// Keys and unique fields are the collection's own business, folds that of a check of all.
final class RulesChangeChecker: ChangeChecker {
    private let file: String
    private let schema: Schema
    private let scripts: any ScriptRules
    /// The rules run in the script's own state, which tools are bound to for one call at a time.
    private let isInScript: Bool
    /// All of the rules, for checks of the whole collection.
    let rules: CollectionRules
    /// The tables that the rules refer to, and those that refer to this one.
    let links: TableLinks?
    let hasReferences: Bool
    var known: Tools?
    /// Is told, once, that the function which names records raised.
    var onTitleFailure: ((String) -> Void)?
    let chunk = Chunk()
    let block = RecordBlock(cellCapacity: 4 << 10)
    private let workspace = CompiledField.Workspace()

    /// The rules bound to the columns that a snapshot has.
    final class Tools {
        let layout: ColumnLayout
        let plan: CheckPlan
        let runner: (any ScriptRunner)?
        let writer: CellWriter

        init(_ layout: ColumnLayout, _ plan: CheckPlan, _ runner: (any ScriptRunner)?) {
            self.layout = layout
            self.plan = plan
            self.runner = runner
            writer = CellWriter(dialect: Dialect(), width: layout.columns.count)
        }

        deinit {
            runner?.end()
        }
    }

    init(
        file: String, schema: Schema, scripts: any ScriptRules, isInScript: Bool,
        links: TableLinks? = nil
    ) {
        self.file = file
        self.links = links
        hasReferences = schema.fields.contains { field in
            field.constraints.contains { if case .references = $0.kind { true } else { false } }
        }
        rules = CollectionRules(schema: schema, scripts: scripts, isInScript: isInScript)
        var schema = schema
        schema.folds = []
        self.schema = schema
        self.scripts = scripts
        self.isInScript = isInScript
    }

    func findings(
        of rows: [RowID], in snapshot: Snapshot
    ) throws(CollectionError) -> [RowID: [Finding]] {
        let tools = try tools(for: snapshot.layout)
        defer { if isInScript || tools.runner?.isStopped ?? false { known = nil } }
        var result: [RowID: [Finding]] = [:]
        var start = 0
        var steps = WorkSteps("asking the rules", of: rows.count)
        while start < rows.count {
            let end = min(start + RecordBlock.recordCapacity, rows.count)
            try steps.require(end - start)
            try check(Array(rows[start..<end]), in: snapshot, tools, into: &result)
            start = end
        }
        return result
    }

    private var hasTitleFunction: Bool {
        if case .function? = schema.title { return true }
        return false
    }

    func title(of row: RowID, in snapshot: Snapshot) throws(CollectionError) -> String? {
        switch schema.title {
        case nil: return nil
        case .field(let name):
            guard let column = snapshot.layout.column(named: name),
                case .value(let value) = try snapshot.reading(row, column)
            else { return nil }
            return value.description
        case .function(let function):
            let tools = try tools(for: snapshot.layout)
            defer { if isInScript { known = nil } }
            chunk.load(text: try text(of: [row], in: snapshot, tools))
            var structural: [StructuralFailure] = []
            let parser = RecordParser(dialect: Dialect(), width: tools.plan.columns.count)
            guard parser.parse(chunk, into: block, failures: &structural) else { return nil }
            var failure: String?
            let title = tools.runner?.text(
                of: function, record: 0, of: block, in: chunk, failure: &failure)
            if let failure { try report(failure, of: row, in: snapshot) }
            return title
        }
    }

    private func report(
        _ failure: String, of row: RowID, in snapshot: Snapshot
    ) throws(CollectionError) {
        // A record that is still being typed may have no title yet.
        guard let onTitleFailure, snapshot.collection.contains(row) else { return }
        self.onTitleFailure = nil
        onTitleFailure(
            "\(file): the title of record “\(try snapshot.key(of: row))” is its key, for "
                + "'title' of the rules raised an error: \(failure)")
    }

    func tools(for layout: ColumnLayout) throws(CollectionError) -> Tools {
        if let known, known.layout === layout { return known }
        do {
            // Renamed fields keep their rules, which know them by their old names.
            let plan = try CheckPlan(
                schema: schema, columns: layout.columns.map { ByteString($0.field) }, path: file)
            let needsRunner =
                !plan.fieldScripts.isEmpty || !plan.recordScripts.isEmpty
                || plan.rules.contains { $0.condition != nil } || hasTitleFunction
            let runner =
                needsRunner
                ? try scripts.makeRunner(plan: plan, file: file, dialect: Dialect()) : nil
            runner?.beginChunk(chunk, number: 0)
            let tools = Tools(layout, plan, runner)
            known = tools
            return tools
        } catch {
            throw CollectionError(.impossible, "the rules cannot be asked: \(error)")
        }
    }

    private func check(
        _ rows: [RowID], in snapshot: Snapshot, _ tools: Tools,
        into result: inout [RowID: [Finding]]
    ) throws(CollectionError) {
        chunk.load(text: try text(of: rows, in: snapshot, tools))
        var structural: [StructuralFailure] = []
        let plan = tools.plan
        let parser = RecordParser(dialect: Dialect(), width: plan.columns.count)
        guard parser.parse(chunk, into: block, failures: &structural) else { return }
        let quote = parser.dialect.quote ?? 0
        var failures: [Failure] = []
        for field in plan.fields {
            field.check(block, quote: quote, workspace: workspace, into: &failures)
        }
        for check in plan.recordChecks { check.check(block, quote: quote, into: &failures) }
        var scripted: [ScriptFinding] = []
        if let runner = tools.runner {
            runner.edited = { record throws(CollectionError) in
                let (row, before) = (rows[record], snapshot.collection.snapshot)
                return EditedRecord(
                    number: row.number,
                    originalKey: before.contains(row) ? try before.key(of: row) : nil)
            }
            defer { runner.edited = nil }
            failures.removeAll { failure in
                guard let condition = plan.rules[Int(failure.rule)].condition else { return false }
                return !runner.holds(
                    condition, record: Int(failure.record), of: block, in: chunk, into: &scripted)
            }
            if runner.hasRecordWork { runner.run(block, of: chunk, into: &scripted) }
            if runner.isStopped {
                throw CollectionError(.impossible, "the rules were stopped before they were done")
            }
        }
        for failure in failures where plan.rules[Int(failure.rule)].code != "key" {
            let rule = plan.rules[Int(failure.rule)]
            var finding = Finding(
                file: file, code: rule.code, severity: rule.severity,
                message: plan.message(of: failure, in: block, quote: quote),
                rule: Int(failure.rule))
            finding.field = rule.field
            if failure.cell != Failure.wholeRecord {
                let text = block.cellText(Int(failure.cell), quote: quote)
                finding.value = ByteString(text.bytes.prefix(Finding.valueLimit))
            }
            let row = rows[Int(failure.record)]
            finding.key = try snapshot.key(of: row).parts
            result[row, default: []].append(finding)
        }
        for script in scripted {
            guard let record = script.record else { continue }
            let rule = plan.rules[script.rule]
            var finding = Finding(
                file: file, code: script.code ?? rule.code,
                severity: script.severity ?? rule.severity, message: script.message,
                rule: script.rule)
            finding.field = script.field ?? rule.field
            finding.key = try snapshot.key(of: rows[record]).parts
            result[rows[record], default: []].append(finding)
        }
    }

    /// The records as lines of text; none is blank.
    func text(
        of rows: [RowID], in snapshot: Snapshot, _ tools: Tools
    ) throws(CollectionError) -> [UInt8] {
        var text: [UInt8] = []
        for row in rows {
            for (index, column) in tools.layout.columns.enumerated() {
                if index > 0 { text.append(tools.writer.dialect.delimiter) }
                guard let cell = try snapshot.cell(row, column.id) else { continue }
                do throws(CellWriteError) {
                    text += try tools.writer.cell(
                        cell.text, habit: CellHabit(ofQuotedCell: cell.isQuoted))
                } catch {
                    throw CollectionError(.unwritable, error.description)
                }
            }
            text.append(0x0A)
        }
        return text
    }
}
