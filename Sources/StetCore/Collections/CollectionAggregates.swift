/// Figures over one field of a view's records. Missing and ill-typed cells count for none.
extension CollectionView {
    /// Each present, well-typed value, in the view's order.
    package func forEachValue(
        _ field: String, _ body: (RowID, Value) -> Void
    ) throws {
        try forEachReading(field) { row, reading in
            if case .value(let value) = reading { body(row, value) }
        }
    }

    private func forEachReading(
        _ field: String, _ body: (RowID, CellReading) -> Void
    ) throws {
        let snapshot = collection.snapshot
        let column = try snapshot.layout.require(field)
        try snapshot.scan(isAll ? nil : rows(), [column.id]) { row, cells in
            body(row, column.format.read(cells[0]))
            return true
        }
    }

    /// The sum: exact in integers as long as it fits 64 bits, then in floats. Values that are no
    /// numbers are left out. 0 without any.
    package func sum(_ field: String) throws -> Value {
        var sum = NumberSum()
        try forEachValue(field) { _, value in sum.add(value) }
        return sum.value
    }

    /// Missing without any number.
    package func mean(_ field: String) throws -> Value {
        var sum = NumberSum()
        try forEachValue(field) { _, value in sum.add(value) }
        return sum.count == 0 ? .missing : .number(sum.value.asDouble / Double(sum.count))
    }

    /// The least value by the order of sorting; missing without any.
    package func minimum(_ field: String) throws -> Value {
        var result = Value.missing
        try forEachValue(field) { _, value in
            if result == .missing || value.compare(result) < 0 { result = value }
        }
        return result
    }

    package func maximum(_ field: String) throws -> Value {
        var result = Value.missing
        try forEachValue(field) { _, value in
            if result == .missing || value.compare(result) > 0 { result = value }
        }
        return result
    }

    /// Each value once, in the order in which they first come.
    package func distinct(_ field: String) throws -> [Value] {
        var seen: Set<Value> = []
        var result: [Value] = []
        try forEachValue(field) { _, value in
            if seen.insert(value.canonical).inserted { result.append(value) }
        }
        return result
    }

    /// What every record has in a field, in the view's order; missing and ill-typed ones too.
    package func column(_ field: String) throws -> [CellReading] {
        var result: [CellReading] = []
        try forEachReading(field) { _, reading in result.append(reading) }
        return result
    }

    /// The records by what they have in a field, in the order in which the values first come.
    /// Those without a value make a group of their own, `missing`, which comes last.
    package func group(_ field: String) throws -> [(value: Value, rows: [RowID])] {
        var places: [Value: Int] = [:]
        var result: [(value: Value, rows: [RowID])] = []
        var without: [RowID] = []
        try forEachReading(field) { row, reading in
            guard case .value(let value) = reading else {
                without.append(row)
                return
            }
            if let place = places[value.canonical] {
                result[place].rows.append(row)
            } else {
                places[value.canonical] = result.count
                result.append((value, [row]))
            }
        }
        if !without.isEmpty { result.append((.missing, without)) }
        return result
    }
}

/// A sum that stays exact while it can; floats are summed with compensation.
private struct NumberSum {
    private var integers = 0
    private var floats = 0.0
    private var compensation = 0.0
    private var isExact = true
    private(set) var count = 0

    mutating func add(_ value: Value) {
        switch value {
        case .integer(let integer):
            count += 1
            let (sum, overflow) = integers.addingReportingOverflow(integer)
            if overflow { add(Double(integer)) } else { integers = sum }
        case .number(let number):
            count += 1
            add(number)
        case .missing, .boolean, .text: return
        }
    }

    private mutating func add(_ number: Double) {
        isExact = false
        let sum = floats + number
        compensation +=
            abs(floats) >= abs(number) ? floats - sum + number : number - sum + floats
        floats = sum
    }

    var value: Value {
        isExact ? .integer(integers) : .number(Double(integers) + floats + compensation)
    }
}

extension Value {
    /// One spelling for values that are equal: 120.0 as 120.
    var canonical: Value {
        if case .number(let number) = self, let integer = Int(exactly: number) {
            return .integer(integer)
        }
        return self
    }
}
