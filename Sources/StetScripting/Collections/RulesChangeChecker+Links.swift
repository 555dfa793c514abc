import StetCheck
import StetCore
import StetRules
import StetStores

extension RulesChangeChecker {
    func findings(
        of change: ProposedChange
    ) throws(CollectionError) -> [RowID: [Finding]] {
        try LinkedChange.findings(of: change, links, self)
    }

    func reference(
        toField field: String, of snapshot: Snapshot
    ) throws(CollectionError) -> String? {
        try LinkedChange.reference(toField: field, of: snapshot, links)
    }

    /// The rules bound to the columns of a layout.
    func plan(for layout: ColumnLayout) throws(CollectionError) -> CheckPlan {
        defer { if rules.isInScript { known = nil } }
        return try tools(for: layout).plan
    }

    /// Whether a condition of the rules holds for a record.
    func holds(
        _ condition: ScriptReference, for row: RowID, in snapshot: Snapshot
    ) throws(CollectionError) -> Bool {
        let tools = try tools(for: snapshot.layout)
        defer { if rules.isInScript { known = nil } }
        guard let runner = tools.runner else { return true }
        chunk.load(text: try text(of: [row], in: snapshot, tools))
        var structural: [StructuralFailure] = []
        let parser = RecordParser(dialect: Dialect(), width: tools.plan.columns.count)
        guard parser.parse(chunk, into: block, failures: &structural) else { return true }
        var scripted: [ScriptFinding] = []
        return runner.holds(condition, record: 0, of: block, in: chunk, into: &scripted)
    }
}
