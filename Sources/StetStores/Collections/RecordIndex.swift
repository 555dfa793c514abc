/// Where the records of a file begin: not each, but one in every thousand bytes or so. The
/// others are found by splitting the stretch from one such place to the next.
struct RecordIndex {
    /// Places in the file, ascending.
    private var offsets: [Int] = []
    /// How many records stand before each place.
    private var records: [Int] = []
    private(set) var recordCount = 0
    /// One past the last record in the file.
    let end: Int

    /// - Parameter end: one past the last record in the file.
    init(end: Int) {
        self.end = end
    }

    /// Adds a place that lies behind all others.
    mutating func add(offset: Int, recordsBefore: Int) {
        offsets.append(offset)
        records.append(recordsBefore)
        recordCount = recordsBefore
    }

    var lastPlace: Int? { offsets.last }

    /// Adds the places of the records that begin at the last place.
    mutating func join(_ rest: RecordIndex) {
        offsets += rest.offsets.dropFirst()
        let before = records.last ?? 0
        records += rest.records.dropFirst().map { $0 + before }
        recordCount = before + rest.recordCount
    }

    mutating func finish(recordCount: Int) {
        self.recordCount = recordCount
    }

    /// The stretch in which a record stands.
    ///
    /// - Parameter length: bytes that the stretch should at least have, where the file has them.
    func stretch(ofRecord record: Int, length: Int = 0) -> (range: Range<Int>, firstRecord: Int)? {
        guard record >= 0, record < recordCount else { return nil }
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle] <= record { low = middle + 1 } else { high = middle }
        }
        return stretch(low - 1, length: length)
    }

    /// The stretch in which a byte of a record stands.
    func stretch(
        ofOffset offset: Int, length: Int = 0
    ) -> (range: Range<Int>, firstRecord: Int)? {
        guard let start = offsets.first, (start..<end).contains(offset) else { return nil }
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return stretch(low - 1, length: length)
    }

    private func stretch(_ first: Int, length: Int) -> (range: Range<Int>, firstRecord: Int) {
        let wanted = offsets[first] + length
        var next = first + 1
        if next < offsets.count, offsets[next] < wanted {
            var limit = offsets.count
            while next < limit {
                let middle = (next + limit) / 2
                if offsets[middle] < wanted { next = middle + 1 } else { limit = middle }
            }
        }
        let upper = next < offsets.count ? offsets[next] : end
        return (offsets[first]..<upper, records[first])
    }
}
