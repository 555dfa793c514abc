/// The rows that are shown when there are more than the limit: the first half and the last half.
struct RowWindow<Row> {
    private(set) var first: [Row] = []
    private(set) var count = 0
    private var last: [Row] = []
    private let firstLimit: Int
    private let lastLimit: Int

    init(limit: Int) {
        firstLimit = (max(1, limit) + 1) / 2
        lastLimit = max(1, limit) / 2
    }

    mutating func add(_ row: Row) {
        if first.count < firstLimit {
            first.append(row)
        } else if last.count < lastLimit {
            last.append(row)
        } else if lastLimit > 0 {
            last[(count - firstLimit) % lastLimit] = row
        }
        count += 1
    }

    /// How many rows between the two halves are not shown.
    var hidden: Int { count - first.count - last.count }

    /// The last half, in order.
    var final: [Row] {
        guard hidden > 0, lastLimit > 0 else { return last }
        let start = (count - firstLimit) % lastLimit
        return Array(last[start...] + last[..<start])
    }
}
