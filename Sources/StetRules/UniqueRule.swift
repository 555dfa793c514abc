import StetCore

/// A requirement that no two records have the same value, in one field or in several together.
package struct UniqueRule: Sendable {
    /// In the plan.
    package let rule: Int
    package let fields: [CompiledField]

    /// Appends the digest of each record that has all the values.
    ///
    /// Unsafe code: as for `CompiledField.check`.
    package func digests(
        of block: RecordBlock, quote: UInt8, workspace: CompiledField.Workspace,
        into digests: inout [KeyDigest]
    ) {
        guard let first = fields.first else { return }
        if fields.count == 1, let column = first.column {
            let column32 = UInt32(truncatingIfNeeded: column)
            for record in 0..<block.recordCount {
                let cell = block.firstCell[record] &+ column32
                guard cell < block.firstCell[record + 1],
                    let digest = digest(first, Int(cell), 0, block, quote, workspace)
                else { continue }
                digests.append(
                    KeyDigest(digest: digest, position: Int(block.recordStart[record])))
            }
            return
        }
        records: for record in 0..<block.recordCount {
            var digest: UInt64 = 0
            for field in fields {
                guard let column = field.column,
                    let cell = block.cell(record: record, column: column),
                    let next = self.digest(field, cell, digest, block, quote, workspace)
                else { continue records }
                digest = next
            }
            digests.append(KeyDigest(digest: digest, position: Int(block.recordStart[record])))
        }
    }

    /// nil if the cell has no value of its type.
    @inline(__always)
    private func digest(
        _ field: CompiledField, _ cell: Int, _ seed: UInt64, _ block: RecordBlock, _ quote: UInt8,
        _ workspace: CompiledField.Workspace
    ) -> UInt64? {
        let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
        return field.withCellText(block, cell, quote, workspace) { text -> UInt64? in
            switch field.read(text, isQuoted: isQuoted) {
            case .missing, .illTyped: return nil
            default: return Digest.of(text.baseAddress ?? emptyBytes, text.count, seed: seed)
            }
        }
    }
}
