/// A field to sort by.
package struct SortKey: Hashable, Sendable {
    package var field: String
    package var isDescending: Bool

    package init(_ field: String, descending: Bool = false) {
        self.field = field
        isDescending = descending
    }

    /// `weight`, or `-weight` for descending. A field whose own name begins so wins.
    package init(text: String, in layout: ColumnLayout) {
        if text.hasPrefix("-"), layout.index(of: text) == nil {
            self.init(String(text.dropFirst()), descending: true)
        } else {
            self.init(text)
        }
    }
}

/// A cell as sorting sees it. Values are ordered by their type; texts of the wrong type come
/// after all values, missing ones last, in both directions.
enum SortValue {
    case value(Value)
    case illTyped(ByteString)
    case missing

    init(_ cell: Cell?, _ format: FieldFormat) {
        switch format.read(cell) {
        case .missing: self = .missing
        case .illTyped: self = .illTyped(cell?.text ?? "")
        case .value(let value): self = .value(value)
        }
    }

    /// Below zero: `left` comes first.
    static func compare(_ left: SortValue, _ right: SortValue, descending: Bool) -> Int {
        switch (left, right) {
        case (.value(let left), .value(let right)):
            descending ? right.compare(left) : left.compare(right)
        case (.illTyped(let left), .illTyped(let right)):
            descending ? right.compare(left) : left.compare(right)
        default: left.rank - right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .value: 0
        case .illTyped: 1
        case .missing: 2
        }
    }
}

extension ByteString {
    func compare(_ other: ByteString) -> Int {
        self == other ? 0 : self < other ? -1 : 1
    }
}

extension Value {
    /// Below zero: this one comes first. Booleans (false first), numbers by size, then texts by
    /// their bytes.
    package func compare(_ other: Value) -> Int {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left == right ? 0 : left < right ? -1 : 1
        case (.text(let left), .text(let right)): left.compare(right)
        case (.boolean(let left), .boolean(let right)): left == right ? 0 : right ? -1 : 1
        case (.integer, .number), (.number, .integer), (.number, .number): compareNumber(other)
        default: rank - other.rank
        }
    }

    private func compareNumber(_ other: Value) -> Int {
        // Exact where the double is: 2^53 + 1 is not 2^53.
        if isEqual(to: other) { return 0 }
        let (left, right) = (asDouble, other.asDouble)
        if left != right { return left < right ? -1 : 1 }
        if case .integer(let integer) = self, let exact = Int(exactly: right) {
            return integer < exact ? -1 : 1
        }
        if case .integer(let integer) = other, let exact = Int(exactly: left) {
            return exact < integer ? -1 : 1
        }
        return 0
    }

    var asDouble: Double {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .missing, .boolean, .text: .nan
        }
    }

    private var rank: Int {
        switch self {
        case .boolean: 0
        case .integer, .number: 1
        case .text: 2
        case .missing: 3
        }
    }
}
