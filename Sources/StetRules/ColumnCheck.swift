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

/// The hot loops of checking: one field over all records of a block.
///
/// Each quick test of the field goes over the column and marks records as suspect; those are then
/// judged exactly, in order. The loops have neither closures nor reference counting nor anything
/// allocated for a cell.
///
/// Unsafe code: reads the block's arrays below their counts, and the chunk's text between the ends
/// of cells and up to 16 bytes behind, which a block allows. `suspects` has a byte for each record
/// of a block and is all 0 between calls.
extension CompiledField {
    /// Appends the failures of this field's cells. A record too short to have the cell is passed
    /// over: that it is ragged has been said already.
    package func check(
        _ block: RecordBlock, quote: UInt8, workspace: Workspace, into failures: inout [Failure]
    ) {
        guard let column else { return }
        let isRequired = !requiredRules.isEmpty
        guard isRequired || !quickTests.isEmpty else { return }
        let emptyMayFail = isRequired || !emptyIsMissing || quotedEmptyIsText
        let suspects = workspace.suspects
        let cells = ColumnCells(block, column: column)
        for test in quickTests.isEmpty ? [.present] : quickTests {
            Self.mark(test, cells, emptyMayFail, suspects, workspace.pattern)
        }
        if isRequired, let missing {
            let tokens = missing.lookup
            cells.mark(suspects, emptyMayFail) { start, count in
                !tokens.contains(padded: start, count)
            }
        }
        judge(block, column, quote, workspace, &failures)
    }

    private static func mark(
        _ test: QuickTest, _ cells: ColumnCells, _ emptyMayFail: Bool,
        _ suspects: UnsafeMutablePointer<UInt8>, _ workspace: Pattern.Workspace
    ) {
        switch test {
        case .integer(let low, let high):
            cells.mark(suspects, emptyMayFail) { start, count in
                guard let value = PlainCell.integer(start, count) else { return false }
                return low <= value && value <= high
            }
        case .number(let low, let high):
            let powers = Number.powers
            cells.mark(suspects, emptyMayFail) { start, count in
                guard let value = PlainCell.number(start, count, powers) else { return false }
                return low <= value && value <= high
            }
        case .date(let low, let high):
            cells.mark(suspects, emptyMayFail) { start, count in
                guard let value = PlainCell.date(start, count) else { return false }
                return low <= value && value <= high
            }
        case .length(let low, let high):
            cells.mark(suspects, emptyMayFail) { start, count in
                // A code point has one to four bytes.
                if count < low { return false }
                if count <= high, count &>> 2 >= low { return true }
                let length = UTF8Text.length(start, count)
                return low <= length && length <= high
            }
        case .member(let set):
            let members = set.lookup
            cells.mark(suspects, emptyMayFail) { start, count in
                members.contains(padded: start, count)
            }
        case .validator(let validator): validator.test.mark(cells, suspects, emptyMayFail)
        case .noBlanks:
            cells.mark(suspects, emptyMayFail) { start, count in
                !Blank.isBlank(start[0]) && !Blank.isBlank(start[count &- 1])
            }
        case .present: cells.mark(suspects, emptyMayFail) { _, _ in true }
        case .never: cells.mark(suspects, emptyMayFail) { _, _ in false }
        case .pattern(let pattern):
            guard let table = pattern.table else {
                cells.mark(suspects, emptyMayFail) { start, count in
                    pattern.matchInLibrary(start, count, workspace) == .matches
                }
                return
            }
            cells.mark(suspects, emptyMayFail, unless: table)
        }
    }

    /// Judges the suspect records and clears their marks.
    private func judge(
        _ block: RecordBlock, _ column: Int, _ quote: UInt8, _ workspace: Workspace,
        _ failures: inout [Failure]
    ) {
        let suspects = workspace.suspects
        let words = UnsafeMutableRawPointer(suspects)
        var record = 0
        while record < block.recordCount {
            if record & 7 == 0, words.load(fromByteOffset: record, as: UInt64.self) == 0 {
                record += 8
                continue
            }
            if suspects[record] != 0 {
                suspects[record] = 0
                let cell = Int(block.firstCell[record]) + column
                let text = workspace.text(of: cell, in: block, quote: quote)
                let isQuoted = block.cellFlags[cell] & RecordBlock.quoted != 0
                verdict(text, isQuoted: isQuoted, workspace: workspace) { rule in
                    failures.append(
                        Failure(
                            record: UInt32(truncatingIfNeeded: record),
                            cell: UInt32(truncatingIfNeeded: cell),
                            rule: UInt32(truncatingIfNeeded: rule)))
                }
            }
            record += 1
        }
    }
}
