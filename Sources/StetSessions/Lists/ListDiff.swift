/// What makes new sections of old ones, by identity. What it holds suffices to do so.
package struct ListDiff {
    /// Places among the old sections, rising.
    package var removedSections: [(uuid: Identity, index: Int)] = []
    /// Without their rows, at their places among the new sections, rising.
    package var insertedSections: [(section: ListSection, index: Int)] = []
    package var movedSections: [(uuid: Identity, from: Int, to: Int)] = []
    /// Other ends or index title; without rows, at their new places.
    package var changedSections: [(section: ListSection, index: Int)] = []

    /// At their old places, rising; also those that went with their section.
    package var removedRows: [(uuid: Identity, path: RowPath)] = []
    /// At their new places, rising; also those that came with their section.
    package var insertedRows: [(row: ListRow, path: RowPath)] = []
    /// In the order of their new places. A row that only follows its section has not moved.
    package var movedRows: [(uuid: Identity, from: RowPath, to: RowPath)] = []
    /// Rows with other content, at their new places. They may have moved too.
    package var changedRows: [(row: ListRow, path: RowPath)] = []

    package var counts: RowCounts {
        RowCounts(
            inserted: insertedRows.count, removed: removedRows.count, moved: movedRows.count,
            changed: changedRows.count,
            sections: removedSections.count + insertedSections.count + movedSections.count
                + changedSections.count)
    }

    package var isEmpty: Bool { counts == RowCounts() }

    private init() {}

    /// Both without a uuid that occurs twice. O(rows · log rows); as few rows move as can be.
    package init(from old: [ListSection], to new: [ListSection]) {
        var places: [Identity: Int] = [:]
        for (index, section) in old.enumerated() { places[section.uuid] = index }
        compareSections(old, new, places)
        compareRows(old, new, places)
    }

    /// One row with other content in its place.
    static func changing(_ row: ListRow, at path: RowPath) -> ListDiff {
        changing([(row, path)])
    }

    /// Rows with other content in their places, which rise.
    static func changing(_ rows: [(row: ListRow, path: RowPath)]) -> ListDiff {
        var diff = ListDiff()
        diff.changedRows = rows
        return diff
    }

    private mutating func compareSections(
        _ old: [ListSection], _ new: [ListSection], _ places: [Identity: Int]
    ) {
        let kept = Set(new.map(\.uuid))
        for (index, section) in old.enumerated() where !kept.contains(section.uuid) {
            removedSections.append((section.uuid, index))
        }
        let staying = RisingRun.longest(in: new.map { places[$0.uuid] })
        for (index, section) in new.enumerated() {
            guard let from = places[section.uuid] else {
                insertedSections.append((section.withoutRows, index))
                continue
            }
            if !staying[index] { movedSections.append((section.uuid, from, index)) }
            if !section.hasSameEnds(as: old[from]) {
                changedSections.append((section.withoutRows, index))
            }
        }
    }

    private mutating func compareRows(
        _ old: [ListSection], _ new: [ListSection], _ places: [Identity: Int]
    ) {
        let oldPaths = old.paths
        let newPaths = new.paths
        for (section, each) in old.enumerated() {
            for (row, item) in each.rows.enumerated() where newPaths[item.uuid] == nil {
                removedRows.append((item.uuid, RowPath(section, row)))
            }
        }
        for (section, each) in new.enumerated() {
            let before = places[each.uuid]
            let staying = RisingRun.longest(
                in: each.rows.map { row in
                    oldPaths[row.uuid].flatMap { $0.section == before ? $0.row : nil }
                })
            for (index, row) in each.rows.enumerated() {
                let path = RowPath(section, index)
                guard let from = oldPaths[row.uuid] else {
                    insertedRows.append((row, path))
                    continue
                }
                if !staying[index] { movedRows.append((row.uuid, from, path)) }
                if !row.hasSameContent(as: old[from.section].rows[from.row]) {
                    changedRows.append((row, path))
                }
            }
        }
    }

    /// The new sections, from the old ones and nothing but this diff.
    package func applied(to old: [ListSection]) -> [ListSection] {
        var sections = old
        // From the end, so that the places before stay what they are.
        var moving: [Identity: ListRow] = [:]
        var leaving = removedRows.map(\.path)
        for move in movedRows {
            moving[move.uuid] = old[move.from.section].rows[move.from.row]
            leaving.append(move.from)
        }
        for path in leaving.sorted(by: >) { sections[path.section].rows.remove(at: path.row) }
        var travelling: [Identity: ListSection] = [:]
        for move in movedSections { travelling[move.uuid] = sections[move.from] }
        let gone = removedSections.map(\.index) + movedSections.map(\.from)
        for index in gone.sorted(by: >) { sections.remove(at: index) }

        var arriving = insertedSections.map { ($0.index, $0.section) }
        for move in movedSections {
            if let section = travelling[move.uuid] { arriving.append((move.to, section)) }
        }
        for (index, section) in arriving.sorted(by: { $0.0 < $1.0 }) {
            sections.insert(section, at: index)
        }
        var coming = insertedRows.map { ($0.path, $0.row) }
        for move in movedRows {
            if let row = moving[move.uuid] { coming.append((move.to, row)) }
        }
        for (path, row) in coming.sorted(by: { $0.0 < $1.0 }) {
            sections[path.section].rows.insert(row, at: path.row)
        }
        for (row, path) in changedRows { sections[path.section].rows[path.row] = row }
        for (section, index) in changedSections {
            var changed = section
            changed.rows = sections[index].rows
            sections[index] = changed
        }
        return sections
    }
}

/// What may stay when things change their order.
enum RisingRun {
    /// Marks a longest rising subsequence; nil is never part of it. O(n log n).
    static func longest(in places: [Int?]) -> [Bool] {
        // The last element of the best run of each length, and what stands before each element.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: places.count)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if (places[ends[middle]] ?? 0) < place { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result = [Bool](repeating: false, count: places.count)
        var next = ends.last
        while let index = next {
            result[index] = true
            next = previous[index]
        }
        return result
    }
}
