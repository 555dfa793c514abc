import LuaKit
import StetCheck
import StetCore
import StetRules
import StetText

extension TableObject {
    /// `rename_key(old, new[, { force =, cascade = }])`: each key a text or a list of its parts.
    /// With `cascade`, records of open tables that refer to the key refer to the new one, and the
    /// second result says how many.
    static func renameKey(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let call = call
        func key(_ index: Int) throws -> RecordKey {
            if let part = call.stack.keyPart(at: index) { return RecordKey(part) }
            guard let parts = call.stack.texts(at: index) else {
                throw call.bad(index, expected: "key")
            }
            return RecordKey(parts)
        }
        let (old, new) = (try key(2), try key(3))
        var options = ChangeOptions()
        var cascades = false
        if !call.isNone(4) {
            try call.requireTable(4)
            try call.stack.forEachPair(of: 4) {
                let name = call.stack.description(at: -2)
                switch name {
                case "force": options.force = call.stack.boolean(at: -1)
                case "cascade": cascades = call.stack.boolean(at: -1)
                default:
                    throw HostError(
                        "'rename_key' has no option \"\(name)\""
                            + Suggestion.hint(for: name, among: ["force", "cascade"]))
                }
            }
        }
        return try attempt(call) {
            guard cascades else {
                let outcome = try table.collection.renameKey(old, to: new, options: options)
                call.stack.push(outcome.count > 0)
                return 1
            }
            let (isRenamed, count) = try CascadingRename(table.collection, options)
                .rename(old, to: new)
            call.stack.push(isRenamed)
            call.stack.push(count)
            return 2
        }
    }
}

/// Renames a key and what refers to it in open tables: all or nothing, one step of undo in all.
struct CascadingRename {
    private let collection: StetCore.Collection
    private let options: ChangeOptions

    private struct Step {
        var collection: StetCore.Collection
        var rows: [RowID]
        var assignments: [FieldAssignment]
    }

    init(_ collection: StetCore.Collection, _ options: ChangeOptions) {
        self.collection = collection
        self.options = options
    }

    /// - Returns: whether the key changed, and how many records that refer to it.
    func rename(_ old: RecordKey, to new: RecordKey) throws -> (isRenamed: Bool, count: Int) {
        let links =
            (collection.checker as? RulesChangeChecker)?.links
            ?? (collection.checker as? NoRules)?.links
        let row = try collection.require(old)
        let before = collection.snapshot
        let tables = links?.tables
        var involved = [collection]
        for table in tables?.all ?? [] where table.collection !== collection {
            involved.append(table.collection)
        }
        return try Transaction.run(joining: involved, isOneStep: true) { _ in
            // Between the first step and the last, references lead nowhere.
            tables?.isSuspended = true
            defer { tables?.isSuspended = false }
            let outcome = try collection.renameKey(old, to: new, options: options)
            guard outcome.count > 0 else { return (false, 0) }
            var count = 0
            for step in try steps(row, before, tables?.all ?? []) {
                count += try step.collection.update(
                    step.rows, step.assignments, options: options
                ).count
            }
            return (true, count)
        }
    }

    private func steps(
        _ row: RowID, _ before: Snapshot, _ tables: [OpenedTable]
    ) throws(CollectionError) -> [Step] {
        var steps: [Step] = []
        for table in tables {
            guard let checker = table.collection.checker as? RulesChangeChecker,
                checker.hasReferences
            else { continue }
            let now = table.collection.snapshot
            for rule in try checker.plan(for: now.layout).references {
                guard let target = checker.links?.table(for: rule.reference),
                    target.collection === collection
                else { continue }
                let columns = try LinkedColumns(rule.reference.targetFields, of: before.layout)
                let after = collection.snapshot
                guard let old = try columns.values(of: row, in: before),
                    let new = try columns.values(of: row, in: after), old != new,
                    try columns.rows(with: old, of: after).isEmpty
                else { continue }
                let places = rule.values.fields.compactMap(\.column)
                guard places.count == rule.values.fields.count else { continue }
                let referring = places.map { now.layout.columns[$0] }
                let rows = try LinkedColumns(referring).rows(with: old, of: now)
                guard !rows.isEmpty else { continue }
                var assignments: [FieldAssignment] = []
                for (column, value) in zip(referring, zip(old, new)) where value.0 != value.1 {
                    assignments.append(
                        FieldAssignment(column.name.description, text: value.1))
                }
                steps.append(
                    Step(
                        collection: table.collection, rows: rows.sorted(),
                        assignments: assignments))
            }
        }
        return steps
    }
}
