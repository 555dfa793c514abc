import StetCore

@testable import StetRules

/// A cell as a file writes it.
struct WrittenCell {
    var text: String
    var isQuoted = false

    init(_ text: String, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted || text.contains { ",\"\n\r".contains($0) }
    }
}

/// A block of records laid out as the reader would, with the text that it points into.
final class WrittenBlock {
    let block = RecordBlock()
    private let text: UnsafeMutablePointer<UInt8>

    init(_ records: [[WrittenCell]]) {
        var bytes: [UInt8] = []
        var cells = 0
        for (record, written) in records.enumerated() {
            block.recordStart[record] = UInt32(bytes.count)
            block.firstCell[record] = UInt32(cells)
            block.line[record] = UInt32(record)
            for (column, cell) in written.enumerated() {
                if column > 0 { bytes.append(UInt8(ascii: ",")) }
                let quote = [UInt8](cell.isQuoted ? "\"".utf8 : "".utf8)
                let doubled = cell.text.replacing("\"", with: "\"\"")
                bytes += quote
                if cells == block.cellCapacity { block.growCells() }
                block.cellStart[cells] = UInt32(bytes.count)
                bytes += Array(doubled.utf8)
                block.cellEnd[cells] = UInt32(bytes.count)
                block.cellFlags[cells] =
                    (cell.isQuoted ? RecordBlock.quoted : 0)
                    | (cell.text.contains("\"") ? RecordBlock.doubled : 0)
                bytes += quote
                cells += 1
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        block.recordStart[records.count] = UInt32(bytes.count)
        block.firstCell[records.count] = UInt32(cells)
        block.recordCount = records.count
        block.cellCount = cells
        block.textCount = bytes.count
        text = .allocate(capacity: bytes.count + 64)
        // What stands behind a text must not matter: here it is digits.
        text.initialize(repeating: UInt8(ascii: "7"), count: bytes.count + 64)
        text.update(from: bytes, count: bytes.count)
        block.text = UnsafePointer(text)
    }

    deinit {
        text.deallocate()
    }
}

extension Field {
    init(_ name: String, _ type: FieldType = .string, _ kinds: Constraint.Kind...) {
        self.init(name: name)
        self.type = type
        constraints = kinds.map { Constraint($0) }
    }

    func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }
}

extension CheckPlan {
    /// A plan for a file with just the columns that are declared.
    init(_ fields: Field..., change: (inout Schema) -> Void = { _ in }) throws(PlanError) {
        var schema = Schema()
        schema.fields = fields
        change(&schema)
        try self.init(schema: schema, columns: fields.map { ByteString($0.name) })
    }

    /// The codes of the rules that a cell of the first field breaks.
    func codes(_ text: String, isQuoted: Bool = false) -> [String] {
        codes(ByteString(text), isQuoted: isQuoted)
    }

    func codes(_ text: ByteString, isQuoted: Bool = false) -> [String] {
        let workspace = CompiledField.Workspace()
        return fields[0].verdict(of: text, isQuoted: isQuoted, workspace: workspace).map {
            rules[$0].code
        }
    }

    /// The messages for a cell of the first field.
    func messages(_ text: String) -> [String] {
        let workspace = CompiledField.Workspace()
        return fields[0].verdict(of: ByteString(text), workspace: workspace).map {
            message(rule: $0, text: ByteString(text))
        }
    }

    /// The codes of the failures in a block, by record, of all fields.
    func failures(_ records: [[WrittenCell]]) -> [[String]] {
        let written = WrittenBlock(records)
        let workspace = CompiledField.Workspace()
        var failures: [Failure] = []
        for field in fields {
            field.check(
                written.block, quote: UInt8(ascii: "\""), workspace: workspace, into: &failures)
        }
        var result = records.map { _ in [String]() }
        for failure in failures {
            result[Int(failure.record)].append(rules[Int(failure.rule)].code)
        }
        return result
    }
}
