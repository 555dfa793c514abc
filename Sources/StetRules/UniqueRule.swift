import StetCore

/// A requirement that no two records have the same value, in one field or in several together.
package struct UniqueRule: Sendable {
    /// In the plan.
    package let rule: Int
    package let fields: [CompiledField]

    /// Appends the digest of each record that has all the values. Values are compared as texts;
    /// a missing or ill-typed one takes no part.
    ///
    /// Unsafe code: as for `CompiledField.check`.
    package func digests(
        of block: RecordBlock, quote: UInt8, workspace: CompiledField.Workspace,
        into digests: inout [KeyDigest]
    ) {
        records: for record in 0..<block.recordCount {
            var digest: UInt64 = 0
            for field in fields {
                guard let column = field.column,
                    let cell = block.cell(record: record, column: column),
                    let next = self.digest(field, cell, digest, block, quote, workspace)
                else { continue records }
                digest = next
            }
            digests.append(
                KeyDigest(digest: digest, position: Int(block.recordStart[record])))
        }
    }

    /// nil if the cell has no value of its type.
    @inline(__always)
    private func digest(
        _ field: CompiledField, _ cell: Int, _ seed: UInt64, _ block: RecordBlock, _ quote: UInt8,
        _ workspace: CompiledField.Workspace
    ) -> UInt64? {
        let start = block.text + Int(block.cellStart[cell])
        let count = Int(block.cellEnd[cell] &- block.cellStart[cell])
        let isPlain =
            count > 0 && block.cellFlags[cell] & RecordBlock.doubled == 0
            && field.missing == nil && field.isPlain(start, count)
        if isPlain { return Digest.of(start, count, seed: seed) }
        let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
        let text = workspace.text(of: cell, in: block, quote: quote)
        switch field.read(text, isQuoted: isQuoted) {
        case .missing, .illTyped: return nil
        default:
            let value = field.field.trim ? Blank.trimmed(text) : text
            return Digest.of(value.baseAddress ?? emptyBytes, value.count, seed: seed)
        }
    }
}

extension CompiledField {
    /// Whether a text is certainly of the type and has no blanks to trim. It is in a block, as
    /// `PlainCell` demands.
    @inline(__always)
    fileprivate func isPlain(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        switch field.type {
        case .string: !field.trim
        case .integer: PlainCell.integer(text, count) != nil
        case .date: PlainCell.date(text, count) != nil
        case .number, .boolean: false
        }
    }
}
