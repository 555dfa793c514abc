import StetCore

/// A cell that breaks a rule.
package struct Failure: Sendable {
    /// In the block.
    package var record: UInt32
    /// In the block's cell arrays.
    package var cell: UInt32
    /// In the plan.
    package var rule: UInt32
}

/// The hot loop of checking: one field over all records of a block.
///
/// Unsafe code: reads the block's arrays below its counts and the chunk's text between the ends
/// of cells. Nothing is allocated for a cell that is fine.
extension CompiledField {
    /// Appends the failures of this field's cells. A record too short to have the cell is passed
    /// over: that it is ragged has been said already.
    package func check(
        _ block: RecordBlock, quote: UInt8, workspace: Workspace, into failures: inout [Failure]
    ) {
        guard let column else { return }
        let text = block.text
        let starts = block.cellStart
        let ends = block.cellEnd
        let flags = block.cellFlags
        let firstCell = block.firstCell
        let column32 = UInt32(truncatingIfNeeded: column)
        let hasOtherTokens = missing != nil
        let isRequired = !requiredRules.isEmpty

        /// Passes each cell that `accept` does not take at once to the exact judgement.
        @inline(__always)
        func scan(_ accept: (UnsafePointer<UInt8>, Int) -> Bool) {
            for record in 0..<block.recordCount {
                let cell = firstCell[record] &+ column32
                guard cell < firstCell[record + 1] else { continue }
                let index = Int(cell)
                let start = text + Int(starts[index])
                let count = Int(ends[index] &- starts[index])
                if count == 0 {
                    if !isRequired, emptyIsMissing, !quotedEmptyIsText { continue }
                } else if !hasOtherTokens, flags[index] & RecordBlock.doubled == 0,
                    accept(start, count)
                {
                    continue
                }
                judge(block, record, index, quote, workspace, &failures)
            }
        }

        switch accepts {
        case .integers(let low, let high):
            scan { start, count in
                guard
                    case .value(let value) = Number.integer(start, count, leadingZeros: false)
                else { return false }
                return low <= value && value <= high
            }
        case .numbers(let low, let high):
            scan { start, count in
                guard let value = Number.decimal(start, count) else { return false }
                return low <= value && value <= high
            }
        case .dates(let low, let high):
            scan { start, count in
                guard let value = CalendarDate.read(start, count) else { return false }
                return low <= value && value <= high
            }
        case .text(let low, let high):
            scan { _, count in low <= count && count <= high }
        case .pattern(let pattern):
            let matching = workspace.pattern
            scan { start, count in pattern.match(start, count, matching) == .matches }
        case .members(let set):
            scan { start, count in set.contains(start, count) }
        case .none:
            scan { _, _ in false }
        }
    }

    @inline(never)
    private func judge(
        _ block: RecordBlock, _ record: Int, _ cell: Int, _ quote: UInt8, _ workspace: Workspace,
        _ failures: inout [Failure]
    ) {
        withCellText(block, cell, quote, workspace) { text in
            verdict(
                text, isQuoted: block.cellFlags[cell] & RecordBlock.quoted != 0,
                workspace: workspace
            ) { rule in
                failures.append(
                    Failure(
                        record: UInt32(truncatingIfNeeded: record),
                        cell: UInt32(truncatingIfNeeded: cell),
                        rule: UInt32(truncatingIfNeeded: rule)))
            }
        }
    }

    /// The text that a cell means, decoded into the workspace only if it has doubled quotes.
    @inline(__always)
    package func withCellText<Result>(
        _ block: RecordBlock, _ cell: Int, _ quote: UInt8, _ workspace: Workspace,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard block.cellFlags[cell] & RecordBlock.doubled != 0 else {
            return body(block.rawCell(cell))
        }
        workspace.decoded = block.cellText(cell, quote: quote).bytes
        return workspace.decoded.withUnsafeBufferPointer(body)
    }
}
