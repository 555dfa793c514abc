import StetCore

/// One end of a range of numbers. Comparisons are exact: neither side is rounded to meet the
/// other.
struct NumberBound: Sendable {
    enum Limit: Sendable {
        case integer(Int)
        case number(Double)
    }

    var limit: Limit
    var isUpper: Bool
    /// The limit itself is allowed.
    var isInclusive: Bool

    func allows(_ integer: Int) -> Bool {
        switch limit {
        case .integer(let limit): allows(order: integer < limit ? -1 : integer == limit ? 0 : 1)
        case .number(let limit): allows(order: Number.compare(integer, limit))
        }
    }

    func allows(_ number: Double) -> Bool {
        switch limit {
        case .integer(let limit): allows(order: -Number.compare(limit, number))
        case .number(let limit): allows(order: number < limit ? -1 : number == limit ? 0 : 1)
        }
    }

    /// - Parameter order: of the value to the limit.
    private func allows(order: Int) -> Bool {
        order == 0 ? isInclusive : isUpper ? order < 0 : order > 0
    }
}

/// The values of an `enum` of numbers: 1 and 1.0 are one value.
struct NumberSet: Sendable {
    private var integers: Set<Int> = []
    private var others: Set<Double> = []

    mutating func insert(_ integer: Int) {
        integers.insert(integer)
    }

    mutating func insert(_ number: Double) {
        if let integer = Int(exactly: number) { insert(integer) } else { others.insert(number) }
    }

    func contains(_ integer: Int) -> Bool {
        integers.contains(integer)
    }

    func contains(_ number: Double) -> Bool {
        Int(exactly: number).map(contains) ?? others.contains(number)
    }
}
