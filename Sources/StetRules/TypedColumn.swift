import StetCore

/// One column of a block, read by the type of its field into plain arrays: what rules in Lua see.
///
/// Unsafe code: the arrays hold an entry for each record that a block can have, and live until
/// `deinit`; texts are offsets into the block's text, valid as long as that is.
package final class TypedColumn {
    package enum Kind {
        /// No value, or one that is not of the type: who reads it asks again.
        package static let none: UInt8 = 0
        package static let integer: UInt8 = 1
        package static let number: UInt8 = 2
        package static let boolean: UInt8 = 3
        package static let text: UInt8 = 4
        /// The cell's text is not what stands in the file: who reads it asks.
        package static let ask: UInt8 = 5
    }

    private let writableKinds: UnsafeMutablePointer<UInt8>
    private let writableWords: UnsafeMutablePointer<UInt64>

    package var kinds: UnsafePointer<UInt8> { UnsafePointer(writableKinds) }
    /// The integer, the bits of the number, 0 or 1, or the text's start (high) and length (low).
    package var words: UnsafePointer<UInt64> { UnsafePointer(writableWords) }

    package init() {
        writableKinds = .allocate(capacity: RecordBlock.recordCapacity)
        writableWords = .allocate(capacity: RecordBlock.recordCapacity)
        writableKinds.initialize(repeating: 0, count: RecordBlock.recordCapacity)
        writableWords.initialize(repeating: 0, count: RecordBlock.recordCapacity)
    }

    deinit {
        writableKinds.deallocate()
        writableWords.deallocate()
    }

    /// - Parameter field: nil reads any text, and an empty cell as no value.
    package func read(_ block: RecordBlock, column: Int, as field: CompiledField?) {
        let kinds = writableKinds
        let words = writableWords
        let text = block.text
        let starts = block.cellStart
        let ends = block.cellEnd
        let flags = block.cellFlags
        let firstCell = block.firstCell
        let column32 = UInt32(truncatingIfNeeded: column)

        /// Enters each cell as `value` reads it.
        @inline(__always)
        func scan(_ value: (UnsafePointer<UInt8>, Int, Bool) -> (UInt8, UInt64)) {
            for record in 0..<block.recordCount {
                let cell = firstCell[record] &+ column32
                guard cell < firstCell[record + 1] else {
                    kinds[record] = Kind.none
                    continue
                }
                let index = Int(cell)
                guard flags[index] & RecordBlock.doubled == 0 else {
                    kinds[record] = Kind.ask
                    continue
                }
                let start = Int(starts[index])
                let count = Int(ends[index] &- starts[index])
                (kinds[record], words[record]) = value(
                    text + start, count, flags[index] & RecordBlock.quoted != 0)
            }
        }

        /// A text as it stands in the file.
        @inline(__always)
        func whole(_ start: UnsafePointer<UInt8>, _ count: Int) -> (UInt8, UInt64) {
            (Kind.text, UInt64(start - text) << 32 | UInt64(count))
        }

        guard let field else {
            return scan { start, count, _ in count == 0 ? (Kind.none, 0) : whole(start, count) }
        }
        // Where only the empty cell is missing, the common types are read here.
        let isPlain =
            field.missing == nil && field.emptyIsMissing && !field.quotedEmptyIsText
            && !field.field.trim && !field.field.leadingZeros
        switch field.field.type {
        case .integer where isPlain:
            scan { start, count, _ in
                guard count > 0, let value = PlainCell.integer(start, count)
                else { return (Kind.none, 0) }
                return (Kind.integer, UInt64(bitPattern: Int64(value)))
            }
        case .number where isPlain:
            let powers = Number.powers
            scan { start, count, _ in
                guard count > 0 else { return (Kind.none, 0) }
                if let value = PlainCell.integer(start, count) {
                    return (Kind.integer, UInt64(bitPattern: Int64(value)))
                }
                guard let value = PlainCell.number(start, count, powers)
                else { return (Kind.none, 0) }
                return (Kind.number, value.bitPattern)
            }
        case .string where isPlain:
            scan { start, count, _ in count == 0 ? (Kind.none, 0) : whole(start, count) }
        case .date where isPlain:
            scan { start, count, _ in
                PlainCell.date(start, count) == nil ? (Kind.none, 0) : whole(start, count)
            }
        default:
            scan { start, count, isQuoted in
                let cell = UnsafeBufferPointer(start: start, count: count)
                switch field.read(cell, isQuoted: isQuoted) {
                case .missing, .illTyped: return (Kind.none, 0)
                case .integer(let value):
                    return (Kind.integer, UInt64(bitPattern: Int64(value)))
                case .number(let value): return (Kind.number, value.bitPattern)
                case .boolean(let value): return (Kind.boolean, value ? 1 : 0)
                case .text(let value):
                    guard let start = value.baseAddress else { return (Kind.text, 0) }
                    return whole(start, value.count)
                }
            }
        }
    }
}
