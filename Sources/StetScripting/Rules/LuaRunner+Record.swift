import LuaKit
import StetCheck
import StetCore
import StetRules
import StetStores

/// What rules ask about the current record through `ctx` and `stet`.
extension LuaRunner {
    var recordNumber: Int {
        guard let block, let chunk else { return 0 }
        return chunk.recordsBefore + block.firstRecord + record + 1
    }

    var lineNumber: Int {
        guard let block, let chunk else { return 0 }
        return chunk.linesBefore + Int(block.line[record]) + 1
    }

    /// The raw text of a cell of the current record; nil if it has no such cell.
    func text(ofField name: String) throws -> ByteString? {
        guard let field = fields.first(where: { $0.name == name }) else {
            throw HostError(unknownField(name))
        }
        guard let block, let column = field.column,
            let cell = block.cell(record: record, column: column)
        else { return nil }
        return block.cellText(cell, quote: quote)
    }

    /// Pushes a table with the fields of the current record that have values.
    func pushCopy(on stack: LuaStack) throws {
        stack.pushTable(hash: fields.count)
        let table = stack.top
        for (index, field) in fields.enumerated() {
            if fill(stack, field: index) == .value { stack.setField(field.name, of: table) }
        }
    }

    func key() -> [ByteString] {
        guard let block else { return [] }
        if plan.key.isEmpty { return [ByteString(String(recordNumber))] }
        return plan.key.map { field in
            field.column.flatMap { block.cell(record: record, column: $0) }
                .map { block.cellText($0, quote: quote) } ?? ""
        }
    }

    /// What `ctx:report(field, false, message)` says.
    func report(field: String, message: String?) throws {
        guard fields.contains(where: { $0.name == field }) else {
            throw HostError(unknownField(field))
        }
        findings.append(
            ScriptFinding(
                record: block == nil ? nil : record, field: field,
                rule: currentRule,
                message: message ?? RecordWords.notValid(field)))
    }
}
