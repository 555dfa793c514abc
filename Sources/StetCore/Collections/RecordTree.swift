/// The records of a collection as a forest: each names its parent, or its children, by key.
///
/// Live like a view: what it found is kept until the collection changes. A record that is its own
/// ancestor does not make walks endless: each record is met once.
package final class RecordTree {
    package enum Link: Hashable, Sendable {
        /// The field holds the parent's key.
        case parent(String)
        /// The field holds the children's keys, with `separator` between.
        case children(String, separator: UInt8)

        package var field: String {
            switch self {
            case .parent(let field), .children(let field, _): field
            }
        }
    }

    package let collection: Collection
    package let link: Link
    private var known: (version: Int, links: Links)?

    private struct Links {
        var parent: [RowID: RowID] = [:]
        var children: [RowID: [RowID]] = [:]
    }

    package init(_ collection: Collection, _ link: Link) {
        self.collection = collection
        self.link = link
    }

    /// nil for a root, and for a record whose parent is not there.
    package func parent(_ row: RowID) throws(CollectionError) -> RowID? {
        try links().parent[row]
    }

    /// In the order of the collection, or of the field that lists them.
    package func children(_ row: RowID) throws(CollectionError) -> [RowID] {
        try links().children[row] ?? []
    }

    /// The parent, its parent and so on, nearest first.
    package func ancestors(_ row: RowID) throws(CollectionError) -> [RowID] {
        let links = try links()
        var result: [RowID] = []
        var seen: Set<RowID> = [row]
        var next = links.parent[row]
        while let current = next, seen.insert(current).inserted {
            result.append(current)
            next = links.parent[current]
        }
        return result
    }

    /// The children, each followed by its own descendants.
    package func descendants(_ row: RowID) throws(CollectionError) -> [RowID] {
        let links = try links()
        var result: [RowID] = []
        var seen: Set<RowID> = [row]
        var waiting = Array((links.children[row] ?? []).reversed())
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            result.append(next)
            waiting += (links.children[next] ?? []).reversed()
        }
        return result
    }

    /// The records without a parent, in order.
    package func roots() throws(CollectionError) -> [RowID] {
        let links = try links()
        return collection.snapshot.rows.filter { links.parent[$0] == nil }
    }

    /// Whether a record is its own ancestor.
    package func isInCycle(_ row: RowID) throws(CollectionError) -> Bool {
        let links = try links()
        var seen: Set<RowID> = []
        var next = links.parent[row]
        while let current = next, seen.insert(current).inserted {
            if current == row { return true }
            next = links.parent[current]
        }
        return false
    }

    /// The parent that a record names and that is not there.
    package func lostParent(of row: RowID) throws(CollectionError) -> ByteString? {
        guard case .parent(let field) = link, try parent(row) == nil else { return nil }
        let column = try collection.layout.require(field)
        guard let cell = try collection.snapshot.cell(row, column.id),
            !column.format.isMissing(cell)
        else { return nil }
        return cell.text
    }

    private func links() throws(CollectionError) -> Links {
        if let known, known.version == collection.version { return known.links }
        let links = try build()
        known = (collection.version, links)
        return links
    }

    private func build() throws(CollectionError) -> Links {
        let snapshot = collection.snapshot
        let column = try snapshot.layout.require(link.field)
        var named: [(RowID, [ByteString])] = []
        try snapshot.scan([column.id]) { row, cells in
            guard let cell = cells[0], !column.format.isMissing(cell) else { return true }
            switch self.link {
            case .parent: named.append((row, [cell.text]))
            case .children(_, let separator):
                let keys = cell.text.bytes.split(separator: separator).map {
                    ByteString(CellText.trimmed(Array($0)))
                }
                named.append((row, keys.filter { !$0.isEmpty }))
            }
            return true
        }
        var result = Links()
        for (row, keys) in named {
            for key in keys {
                guard let other = try collection.find(text: key)?.row else { continue }
                let (parent, child) =
                    switch link {
                    case .parent: (other, row)
                    case .children: (row, other)
                    }
                // The first to claim a child is its parent.
                guard result.parent[child] == nil else { continue }
                result.parent[child] = parent
                result.children[parent, default: []].append(child)
            }
        }
        return result
    }
}
