import LuaKit
import StetCore
import StetRules
import StetText

extension CollectionModule {
    /// `stet.related(record, field)`: the record that the field refers to; nil without one. Opens
    /// its table if need be.
    func related(_ call: inout LuaCall) throws -> Int {
        let record = try call.object(1, as: RecordObject.self)
        let name = try call.string(2)
        let call = call
        let checker = record.table.collection.checker as? RulesChangeChecker
        let references =
            try checker?.plan(for: record.view.snapshot.layout).references ?? []
        guard let rule = references.first(where: { $0.field.field.name == name }),
            let links = checker?.links
        else {
            let known = references.map(\.field.field.name)
            throw HostError(
                "the rules have no references for the field \"\(name)\""
                    + (known.isEmpty ? "" : "; they have some for \(English.list(known))"))
        }
        return try attempt(call) {
            guard let key = rule.values.key(ofCells: try record.view.cells()) else {
                call.stack.pushNil()
                return 1
            }
            let target = try table(at: rule.reference.path(from: links.path))
            let now = target.collection.snapshot
            let columns = try LinkedColumns(rule.reference.targetFields, of: now.layout)
            let rows = try columns.rows(with: key.values, of: now)
            let places = now.positions(of: rows)
            let first = zip(rows, places).min { ($0.1 ?? .max) < ($1.1 ?? .max) }
            if let first {
                target.push(first.0, on: call.stack)
            } else {
                call.stack.pushNil()
            }
            return 1
        }
    }
}
