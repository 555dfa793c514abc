import StetCore

/// A requirement that the values of some fields are those of a record in another table.
package struct ReferenceRule: Sendable {
    /// In the plan.
    package let rule: Int
    package let reference: Reference
    /// The field that findings are about.
    package let field: CompiledField
    /// The values that are looked up. Where one is missing or ill-typed, there is nothing to find.
    package let values: UniqueRule
}

/// The values that name a record, together in one run of bytes, with their digest.
package struct ReferenceKey: Hashable, Sendable {
    package private(set) var digest: UInt64
    /// Each value after its length, in four bytes.
    package private(set) var bytes: [UInt8]

    package init() {
        (digest, bytes) = (0, [])
    }

    package init(_ values: [ByteString]) {
        self.init()
        for value in values {
            value.bytes.withUnsafeBufferPointer { text in
                digest = Digest.of(text.baseAddress ?? emptyBytes, text.count, seed: digest)
                append(text)
            }
        }
    }

    package var values: [ByteString] {
        var values: [ByteString] = []
        var index = 0
        while index + 4 <= bytes.count {
            let count = (0..<4).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
            values.append(ByteString(bytes[index + 4..<index + 4 + count]))
            index += 4 + count
        }
        return values
    }

    fileprivate mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: text.count >> (8 * shift))) }
        bytes.append(contentsOf: text)
    }

    fileprivate mutating func reset(_ digest: UInt64) {
        self.digest = digest
        bytes.removeAll(keepingCapacity: true)
    }
}

extension UniqueRule {
    /// The values of a record that has them all, as `digests` says.
    ///
    /// - Parameter key: filled anew; its memory is used again.
    package func read(
        _ key: inout ReferenceKey, digest: UInt64, ofRecord record: Int, in block: RecordBlock,
        quote: UInt8, workspace: CompiledField.Workspace
    ) {
        key.reset(digest)
        for field in fields {
            guard let column = field.column, let cell = block.cell(record: record, column: column)
            else { continue }
            let text = workspace.text(of: cell, in: block, quote: quote)
            key.append(field.field.trim ? Blank.trimmed(text) : text)
        }
    }

    /// The values of these cells of a record, in the order of the columns; nil where one is
    /// missing or ill-typed.
    package func key(ofCells cells: [Cell?]) -> ReferenceKey? {
        var values: [ByteString] = []
        for field in fields {
            guard let column = field.column, cells.indices.contains(column),
                let cell = cells[column], field.hasValue(cell)
            else { return nil }
            values.append(field.valueText(cell.text))
        }
        return ReferenceKey(values)
    }
}

extension CompiledField {
    /// The cell is there and of the field's type.
    package func hasValue(_ cell: Cell) -> Bool {
        cell.text.bytes.withUnsafeBufferPointer { text in
            switch read(text, isQuoted: cell.isQuoted) {
            case .missing, .illTyped: false
            default: true
            }
        }
    }
}
