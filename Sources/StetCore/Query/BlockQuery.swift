/// A query of comparisons with constants, ready to run over blocks of split records: no object is
/// made for a record or a cell.
///
/// It decides only what is plain: cells without doubled quotes, numbers of at most 15 digits in
/// their usual spelling, real dates, whole texts. Every other cell is read by its field's format
/// and compared by the query itself, so that both ways give one answer. A query that is more than
/// comparisons has no such form.
///
/// Unsafe code: a test owns `text`, of `textCount` bytes, and `isOdd`, of 256, until the query goes;
/// `masks` has a row of `RecordBlock.recordCapacity` bytes for each level of nesting. A cell's bytes
/// are read below its end, and cells below the block's counts.
final class BlockQuery {
    private indirect enum Node {
        case test(Test)
        case not(Node)
        case and(Node, Node)
        case or(Node, Node)

        var depth: Int {
            switch self {
            case .test: 1
            case .not(let node): node.depth
            case .and(let left, let right), .or(let left, let right):
                max(left.depth, right.depth + 1)
            }
        }
    }

    private enum Kind {
        case missing
        case text
        case date
        case number(Double, allowsFraction: Bool)
    }

    /// One comparison, and what its loop needs.
    private final class Test {
        let symbol: String
        let constant: Value
        let kind: Kind
        let format: FieldFormat
        /// In the source.
        let column: Int
        let text: UnsafeMutablePointer<UInt8>
        let textCount: Int
        /// By a cell's first byte: it may stand for a missing value, or have blanks to be trimmed.
        let isOdd: UnsafeMutablePointer<Bool>
        /// Whether the comparison holds where the cell is less, equal, greater.
        let holds: (less: Bool, equal: Bool, greater: Bool)

        init(
            _ symbol: String, _ constant: Value, _ kind: Kind, _ format: FieldFormat, column: Int
        ) {
            self.symbol = symbol
            self.constant = constant
            self.kind = kind
            self.format = format
            self.column = column
            var bytes: [UInt8] = []
            if case .text(let text) = constant { bytes = text.bytes }
            text = .allocate(capacity: bytes.count + 1)
            text.initialize(from: bytes, count: bytes.count)
            textCount = bytes.count
            isOdd = .allocate(capacity: 256)
            isOdd.initialize(from: format.isOddStart, count: 256)
            holds =
                switch symbol {
                case "==": (false, true, false)
                case "~=": (true, false, true)
                case "<": (true, false, false)
                case "<=": (true, true, false)
                case ">": (false, false, true)
                default: (false, true, true)
                }
        }

        deinit {
            text.deallocate()
            isOdd.deallocate()
        }
    }

    private let root: Node
    private let masks: UnsafeMutablePointer<UInt8>
    /// A cell was met that the query cannot be asked about: it raises.
    private(set) var hasFailed = false

    // MARK: Making one

    /// - Parameter columns: of the query's fields, in their order. nil: it has no such form.
    init?(_ query: Query, columns: [CollectionColumn]) {
        guard let root = Self.node(query.root, columns) else { return nil }
        self.root = root
        masks = .allocate(capacity: root.depth * RecordBlock.recordCapacity)
        masks.initialize(repeating: 0, count: root.depth * RecordBlock.recordCapacity)
    }

    deinit {
        masks.deallocate()
    }

    private static func node(_ node: Query.Node, _ columns: [CollectionColumn]) -> Node? {
        switch node {
        case .not(let operand): return Self.node(operand, columns).map { .not($0) }
        case .and(let left, let right):
            guard let left = Self.node(left, columns), let right = Self.node(right, columns)
            else { return nil }
            return .and(left, right)
        case .or(let left, let right):
            guard let left = Self.node(left, columns), let right = Self.node(right, columns)
            else { return nil }
            return .or(left, right)
        case .compare(let symbol, .field(let field), .value(let value)):
            return test(symbol, columns[field], value).map { .test($0) }
        case .compare(let symbol, .value(let value), .field(let field)):
            let flipped = ["<": ">", "<=": ">=", ">": "<", ">=": "<="][symbol] ?? symbol
            return test(flipped, columns[field], value).map { .test($0) }
        default: return nil
        }
    }

    private static func test(
        _ symbol: String, _ column: CollectionColumn, _ constant: Value
    ) -> Test? {
        let format = column.format
        let kind: Kind
        switch (format.field.type, constant) {
        case (_, .missing):
            guard symbol == "==" || symbol == "~=" else { return nil }
            kind = .missing
        case (.string, .text): kind = .text
        case (.date, .text): kind = .date
        case (.integer, .integer(let number)), (.number, .integer(let number)):
            guard number.magnitude < 1 << 53 else { return nil }
            kind = .number(Double(number), allowsFraction: format.field.type == .number)
        case (.integer, .number(let number)), (.number, .number(let number)):
            guard number.isFinite else { return nil }
            kind = .number(number, allowsFraction: format.field.type == .number)
        default: return nil
        }
        return Test(symbol, constant, kind, format, column: column.id.number)
    }

    /// Every record that is found has a cell with one of these texts, but for signs and zeros
    /// before it and blanks around it; empty: there are none such.
    var texts: [[UInt8]] { Self.texts(root) }

    private static func texts(_ node: Node) -> [[UInt8]] {
        switch node {
        case .not: return []
        case .and(let left, let right):
            let (left, right) = (texts(left), texts(right))
            func shortest(_ texts: [[UInt8]]) -> Int { texts.map(\.count).min() ?? 0 }
            return shortest(left) >= shortest(right) ? left : right
        case .or(let left, let right):
            let (left, right) = (texts(left), texts(right))
            return left.isEmpty || right.isEmpty ? [] : left + right
        case .test(let test):
            guard test.symbol == "==" else { return [] }
            switch (test.kind, test.constant) {
            case (.text, .text(let text)): return text.isEmpty ? [] : [text.bytes]
            // An integer has one spelling but for signs, zeros before it, and blanks around it.
            case (.number(_, allowsFraction: false), .integer(let number)):
                return [Array(String(number.magnitude).utf8)]
            default: return []
            }
        }
    }

    // MARK: Running

    /// For each record of a block 1 if the query holds and 0 if not; valid until the next call.
    func mask(of block: RecordBlock) -> UnsafePointer<UInt8> {
        evaluate(root, block, into: masks)
        return UnsafePointer(masks)
    }

    /// Fills a mask; the rows behind it are free.
    private func evaluate(
        _ node: Node, _ block: RecordBlock, into mask: UnsafeMutablePointer<UInt8>
    ) {
        let count = block.recordCount
        switch node {
        case .test(let test): evaluate(test, block, into: mask)
        case .not(let operand):
            evaluate(operand, block, into: mask)
            for record in 0..<count { mask[record] ^= 1 }
        case .and(let left, let right):
            evaluate(left, block, into: mask)
            let other = mask + RecordBlock.recordCapacity
            evaluate(right, block, into: other)
            for record in 0..<count { mask[record] &= other[record] }
        case .or(let left, let right):
            evaluate(left, block, into: mask)
            let other = mask + RecordBlock.recordCapacity
            evaluate(right, block, into: other)
            for record in 0..<count { mask[record] |= other[record] }
        }
    }

    private func evaluate(
        _ test: Test, _ block: RecordBlock, into mask: UnsafeMutablePointer<UInt8>
    ) {
        let (text, textCount) = (test.text, test.textCount)
        let (less, equal, greater) = test.holds
        switch test.kind {
        case .missing:
            loop(test, block, into: mask, whenMissing: equal) { _, _ in .verdict(greater) }
        case .text:
            loop(test, block, into: mask, whenMissing: false) { start, count in
                let order = Self.order(start, count, text, textCount)
                return .verdict(order == 0 ? equal : order < 0 ? less : greater)
            }
        case .date:
            loop(test, block, into: mask, whenMissing: false) { start, count in
                guard Self.isPlainDate(start, count) else { return .unknown }
                let order = Self.order(start, count, text, textCount)
                return .verdict(order == 0 ? equal : order < 0 ? less : greater)
            }
        case .number(let constant, let allowsFraction):
            loop(test, block, into: mask, whenMissing: false) { start, count in
                guard let number = Self.plainNumber(start, count, allowsFraction) else {
                    return .unknown
                }
                return .verdict(
                    number == constant ? equal : number < constant ? less : greater)
            }
        }
    }

    private enum Verdict {
        case verdict(Bool)
        case unknown
    }

    /// Judges each record's cell by `plain`, and exactly where that does not know.
    @inline(__always)
    private func loop(
        _ test: Test, _ block: RecordBlock, into mask: UnsafeMutablePointer<UInt8>,
        whenMissing: Bool, _ plain: (UnsafePointer<UInt8>, Int) -> Verdict
    ) {
        let (starts, ends, flags) = (block.cellStart, block.cellEnd, block.cellFlags)
        let (firstCell, text, column) = (block.firstCell, block.text, UInt32(test.column))
        let emptyIsMissing =
            test.format.missing.contains("") && !test.format.quotedEmptyIsText
        let isTrimmed = test.format.field.trim
        let isOdd = test.isOdd
        for record in 0..<block.recordCount {
            let cell = firstCell[record] &+ column
            guard cell < firstCell[record &+ 1] else {
                mask[record] = whenMissing ? 1 : 0
                continue
            }
            let index = Int(cell)
            let (start, end) = (starts[index], ends[index])
            if start == end {
                if emptyIsMissing {
                    mask[record] = whenMissing ? 1 : 0
                    continue
                }
            } else if flags[index] & RecordBlock.doubled == 0, !isOdd[Int(text[Int(start)])],
                !isTrimmed || !CellText.isBlank(text[Int(end) &- 1]),
                case .verdict(let holds) = plain(text + Int(start), Int(end &- start))
            {
                mask[record] = holds ? 1 : 0
                continue
            }
            mask[record] = isHolding(test, cell: index, of: block) ? 1 : 0
        }
    }

    @inline(never)
    private func isHolding(_ test: Test, cell: Int, of block: RecordBlock) -> Bool {
        let reading = test.format.read(
            Cell(
                block.cellText(cell, quote: block.quote),
                isQuoted: block.cellFlags[cell] & RecordBlock.quoted != 0))
        do throws(QueryError) {
            return try Query.compare(
                test.symbol, .field(0), .value(test.constant), [reading])
        } catch {
            hasFailed = true
            return false
        }
    }

    // MARK: Plain cells

    /// Below zero: the first text comes before the second.
    @inline(__always)
    private static func order(
        _ left: UnsafePointer<UInt8>, _ leftCount: Int, _ right: UnsafePointer<UInt8>,
        _ rightCount: Int
    ) -> Int {
        let count = min(leftCount, rightCount)
        var index = 0
        while index < count {
            if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
            index &+= 1
        }
        return leftCount - rightCount
    }

    /// A number of at most 15 digits, without superfluous zeros, signs and exponents: then a double
    /// holds its digits and the power of ten exactly, and their quotient is the nearest double.
    @inline(__always)
    private static func plainNumber(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ allowsFraction: Bool
    ) -> Double? {
        var index = 0
        let isNegative = start[0] == UInt8(ascii: "-")
        if isNegative { index = 1 }
        guard index < count, count &- index <= 16 else { return nil }
        let first = start[index]
        var digits: UInt64 = 0
        let wholeStart = index
        while index < count, start[index] &- 0x30 < 10 {
            digits = digits &* 10 &+ UInt64(start[index] &- 0x30)
            index &+= 1
        }
        let whole = index &- wholeStart
        guard whole > 0, whole == 1 || first != 0x30 else { return nil }
        if index == count {
            guard whole <= 15 else { return nil }
            return isNegative ? -Double(digits) : Double(digits)
        }
        guard allowsFraction, start[index] == UInt8(ascii: ".") else { return nil }
        index &+= 1
        let fractionStart = index
        while index < count, start[index] &- 0x30 < 10 {
            digits = digits &* 10 &+ UInt64(start[index] &- 0x30)
            index &+= 1
        }
        guard index == count, index > fractionStart else { return nil }
        let number = Double(digits) / Self.powers[index &- fractionStart]
        return isNegative ? -number : number
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// `YYYY-MM-DD` with a day that every month has.
    @inline(__always)
    private static func isPlainDate(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        guard count == 10, start[4] == UInt8(ascii: "-"), start[7] == UInt8(ascii: "-")
        else { return false }
        @inline(__always) func isDigit(_ index: Int) -> Bool { start[index] &- 0x30 < 10 }
        guard isDigit(0), isDigit(1), isDigit(2), isDigit(3), isDigit(5), isDigit(6), isDigit(8),
            isDigit(9)
        else { return false }
        let month = (start[5] &- 0x30) &* 10 &+ start[6] &- 0x30
        let day = (start[8] &- 0x30) &* 10 &+ start[9] &- 0x30
        return month >= 1 && month <= 12 && day >= 1 && day <= 28
    }
}
