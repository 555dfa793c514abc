import StetCore

/// A requirement that no two records have the same value, in one field or in several together.
package struct UniqueRule: Sendable {
    /// In the plan.
    package let rule: Int
    package let fields: [CompiledField]

    package init(rule: Int, fields: [CompiledField]) {
        self.rule = rule
        self.fields = fields
    }

    /// The values of a record are counted in a byte.
    static let fieldLimit = Int(UInt8.max)

    /// Appends the digest of each record that has all the values. Values are compared as texts;
    /// a missing or ill-typed one takes no part.
    ///
    /// Unsafe code: as for `CompiledField.check`; `suspects` counts a record's values here, and
    /// `digests` of the workspace has an entry for each record of a block.
    package func digests(
        of block: RecordBlock, quote: UInt8, workspace: CompiledField.Workspace,
        into digests: inout [KeyDigest]
    ) {
        let (values, running) = (workspace.suspects, workspace.digests)
        running.update(repeating: 0, count: block.recordCount)
        for field in fields { add(field, block, quote, workspace) }
        let wanted = UInt8(truncatingIfNeeded: fields.count)
        let starts = block.recordStart
        for record in 0..<block.recordCount {
            if values[record] == wanted {
                digests.append(
                    KeyDigest(digest: running[record], position: Int(starts[record])))
            }
            values[record] = 0
        }
    }

    /// Counts each record that has a value in the field, and makes the value part of its digest.
    private func add(
        _ field: CompiledField, _ block: RecordBlock, _ quote: UInt8,
        _ workspace: CompiledField.Workspace
    ) {
        guard let column = field.column else { return }
        let (values, running) = (workspace.suspects, workspace.digests)
        let (quoted, doubled) = (RecordBlock.quoted, RecordBlock.doubled)
        let type = field.field.type
        let trims = field.field.trim
        let hasTokens = field.missing != nil
        ColumnCells(block, column: column).forEach { record, cell, start, count, flags in
            let isPlain: Bool
            if count == 0 || hasTokens || flags & doubled != 0 {
                isPlain = false
            } else {
                switch type {
                case .string: isPlain = !trims
                case .integer: isPlain = PlainCell.integer(start, count) != nil
                case .date: isPlain = PlainCell.date(start, count) != nil
                case .number, .boolean: isPlain = false
                }
            }
            if isPlain {
                running[record] = Digest.of(start, count, seed: running[record])
                values[record] &+= 1
                return
            }
            let text = workspace.text(of: cell, in: block, quote: quote)
            switch field.read(text, isQuoted: flags & quoted != 0) {
            case .missing, .illTyped: return
            default:
                let value = trims ? Blank.trimmed(text) : text
                running[record] = Digest.of(
                    value.baseAddress ?? emptyBytes, value.count, seed: running[record])
                values[record] &+= 1
            }
        }
    }
}
