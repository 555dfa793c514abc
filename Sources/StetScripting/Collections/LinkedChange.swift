import StetCheck
import StetCore
import StetRules
import StetStores
import StetText

/// A change of a table in the eyes of references: those that it makes, and those of other open
/// tables that it would leave without a target.
struct LinkedChange {
    let links: TableLinks
    let change: ProposedChange
    private var findings: [RowID: [Finding]] = [:]

    /// - Parameter checker: that of the table's own rules; nil: it has none.
    static func findings(
        of change: ProposedChange, _ links: TableLinks?, _ checker: RulesChangeChecker?
    ) throws(CollectionError) -> [RowID: [Finding]] {
        guard let links, !links.tables.isSuspended else { return [:] }
        var linked = LinkedChange(links: links, change: change)
        if let checker, checker.hasReferences { try linked.addOutgoing(checker) }
        try linked.addIncoming()
        return linked.findings
    }

    /// Says which rule of an open table leads to a field; nil: none.
    static func reference(
        toField field: String, of snapshot: Snapshot, _ links: TableLinks?
    ) throws(CollectionError) -> String? {
        for referrer in links?.tables.all ?? [] {
            guard let checker = referrer.collection.checker as? RulesChangeChecker,
                checker.hasReferences
            else { continue }
            let isOwn = referrer.collection === snapshot.collection
            let layout = isOwn ? snapshot.layout : referrer.collection.layout
            for rule in try checker.plan(for: layout).references
            where rule.reference.targetFields.contains(field) {
                guard checker.links?.table(for: rule.reference)?.collection === snapshot.collection
                else { continue }
                return "“\(field)” is what “\(rule.field.field.name)” of \(referrer.path) refers to"
            }
        }
        return nil
    }

    private init(links: TableLinks, change: ProposedChange) {
        self.links = links
        self.change = change
    }

    private func touches(_ columns: [CollectionColumn]) -> Bool {
        columns.contains { change.changedColumns.contains($0.id) }
    }

    // MARK: References of the changed records

    private mutating func addOutgoing(_ checker: RulesChangeChecker) throws(CollectionError) {
        let layout = change.after.layout
        let plan = try checker.plan(for: layout)
        for rule in plan.references {
            let places = rule.values.fields.compactMap(\.column)
            guard places.count == rule.values.fields.count else { continue }
            let columns = places.map { layout.columns[$0] }
            let rows = change.inserted + (touches(columns) ? change.updated : [])
            guard !rows.isEmpty else { continue }
            let target = try LinkedTarget(rule.reference, links, change)
            for row in rows {
                let new = try key(of: row, rule, in: change.after)
                guard let new, try !target.contains(new) else { continue }
                // What named nothing before is not made worse.
                if change.before.contains(row) {
                    let old = try key(of: row, rule, in: change.before)
                    if let old {
                        if old == new { continue }
                        if try !target.contains(old) { continue }
                    }
                }
                let kind = plan.rules[rule.rule]
                if let condition = kind.condition,
                    try !checker.holds(condition, for: row, in: change.after)
                {
                    continue
                }
                try add(
                    kind,
                    kind.message
                        ?? CheckPlan.missingMessage(
                            new.values, of: rule.reference, among: target.suggestions),
                    field: rule.field.field.name, number: rule.rule,
                    value: new.values.count == 1 ? new.values[0] : nil, to: row)
            }
        }
    }

    private func key(
        of row: RowID, _ rule: ReferenceRule, in snapshot: Snapshot
    ) throws(CollectionError) -> ReferenceKey? {
        rule.values.key(ofCells: try snapshot.record(row).cells())
    }

    private mutating func add(
        _ kind: Rule, _ message: String, field: String, number: Int, value: ByteString?,
        to row: RowID
    ) throws(CollectionError) {
        let snapshot = change.before.contains(row) ? change.before : change.after
        var finding = Finding(
            file: change.before.source.name, code: kind.code, severity: kind.severity,
            message: message, rule: number)
        finding.field = field
        finding.value = value.map { Finding.shown($0) }
        finding.key = try snapshot.key(of: row).parts
        findings[row, default: []].append(finding)
    }

    // MARK: References to the changed records

    private mutating func addIncoming() throws(CollectionError) {
        guard !change.deleted.isEmpty || !change.changedColumns.isEmpty else { return }
        for referrer in links.tables.all {
            guard let checker = referrer.collection.checker as? RulesChangeChecker,
                checker.hasReferences
            else { continue }
            let isOwn = links.isSubject(referrer.collection, of: change)
            let from = isOwn ? change.after : referrer.collection.snapshot
            let plan = try checker.plan(for: from.layout)
            for rule in plan.references {
                guard let table = checker.links?.table(for: rule.reference),
                    links.isSubject(table.collection, of: change)
                else { continue }
                let target = try LinkedColumns(
                    rule.reference.targetFields, of: change.before.layout)
                let rows = change.deleted + (touches(target.columns) ? change.updated : [])
                for row in rows {
                    try addReferrers(
                        of: row, target, rule, plan.rules[rule.rule], checker, in: from)
                }
            }
        }
    }

    private mutating func addReferrers(
        of row: RowID, _ target: LinkedColumns, _ rule: ReferenceRule, _ kind: Rule,
        _ checker: RulesChangeChecker, in referrer: Snapshot
    ) throws(CollectionError) {
        guard let values = try target.values(of: row, in: change.before) else { return }
        if change.after.contains(row), try target.values(of: row, in: change.after) == values {
            return
        }
        guard try !isHeld(values, target) else { return }
        let columns = rule.values.fields.compactMap(\.column).map { referrer.layout.columns[$0] }
        guard columns.count == rule.values.fields.count else { return }
        var rows = try LinkedColumns(columns).rows(with: values, of: referrer)
        if let condition = kind.condition {
            var held: [RowID] = []
            for row in rows where try checker.holds(condition, for: row, in: referrer) {
                held.append(row)
            }
            rows = held
        }
        guard !rows.isEmpty else { return }
        let shown = values.map(CheckPlan.quoted).joined(separator: " and ")
        try add(
            kind,
            "\(shown) is what \(try names(of: rows, in: referrer)) of \(referrer.source.name) "
                + "\(rows.count == 1 ? "refers" : "refer") to",
            field: rule.reference.targetFields.joined(separator: ", "), number: rule.rule,
            value: values.count == 1 ? values[0] : nil, to: row)
    }

    /// Whether another record will have these values.
    private func isHeld(
        _ values: [ByteString], _ columns: LinkedColumns
    ) throws(CollectionError) -> Bool {
        if try !columns.rows(with: values, of: change.after).isEmpty { return true }
        for row in change.inserted + change.updated
        where try columns.values(of: row, in: change.after) == values {
            return true
        }
        return false
    }

    /// The first records by their keys, and how many more there are.
    private func names(of rows: [RowID], in snapshot: Snapshot) throws(CollectionError) -> String {
        let shown = 3
        var names: [String] = []
        for row in rows.sorted().prefix(shown) {
            names.append(CheckPlan.quoted(ByteString(try snapshot.key(of: row).description)))
        }
        if rows.count > shown { names.append("\(rows.count - shown) more") }
        return English.list(names)
    }
}

/// A table that is referred to, as it will be after a change of a table that refers to it.
private struct LinkedTarget {
    private let lookup: any ReferenceTarget
    /// What the change brings to a table that refers to itself, which no index may know yet.
    private var added: Set<[ByteString]> = []

    init(
        _ reference: Reference, _ links: TableLinks, _ change: ProposedChange
    ) throws(CollectionError) {
        do throws(CheckError) {
            guard let table = links.table(for: reference),
                links.isSubject(table.collection, of: change)
            else {
                lookup = try IndexedReferences(links: links).target(
                    of: reference, from: links.path)
                return
            }
            lookup = try OpenTarget(change.after, reference, from: links.path)
        } catch {
            throw CollectionError(.unreadable, error.description)
        }
        let columns = try LinkedColumns(reference.targetFields, of: change.after.layout)
        for row in change.inserted + change.updated {
            if let values = try columns.values(of: row, in: change.after) { added.insert(values) }
        }
    }

    var suggestions: [String] { lookup.suggestions }

    func contains(_ key: ReferenceKey) throws(CollectionError) -> Bool {
        if !added.isEmpty, added.contains(key.values) { return true }
        do throws(StoreError) {
            return try lookup.contains(key)
        } catch {
            throw CollectionError(.unreadable, error.description)
        }
    }
}
