/// An item of a navigation tree.
package struct NavigationItem: Hashable, Sendable {
    package var identity: Identity
    package var title: String
    /// nil: a leaf. Empty: it can be expanded, and has no children.
    package var children: [NavigationItem]?

    package init(_ identity: Identity, _ title: String, children: [NavigationItem]? = nil) {
        self.identity = identity
        self.title = title
        self.children = children
    }
}

/// What a split view lists: items within items, each known by its identity. Titles may repeat;
/// identities may not, anywhere in the tree.
package struct NavigationTree: Sendable {
    /// The one type that the identities have.
    package enum IdentityKind: String, Hashable, Sendable {
        case text
        case number
    }

    package let roots: [NavigationItem]
    private struct Place {
        var item: NavigationItem
        var parent: Identity?
    }
    private let places: [Identity: Place]
    /// nil if there are items of both types, or none.
    package let kind: IdentityKind?

    package static let empty = NavigationTree()

    private init() {
        roots = []
        places = [:]
        kind = nil
    }

    /// - Throws: a refusal (`value`) if an identity is there twice, with both places.
    package init(_ roots: [NavigationItem]) throws(Refusal) {
        var places: [Identity: Place] = [:]
        var kinds: Set<IdentityKind> = []
        var open: [(item: NavigationItem, parent: Identity?)] = roots.reversed().map { ($0, nil) }
        while let (item, parent) = open.popLast() {
            let place = Place(item: item, parent: parent)
            if let other = places[item.identity] {
                throw Refusal(
                    .value,
                    "the id \(item.identity) is there twice: "
                        + "\(Self.path(of: other, in: places)), and \(Self.path(of: place, in: places))"
                )
            }
            places[item.identity] = place
            kinds.insert(item.identity.kind)
            for child in (item.children ?? []).reversed() { open.append((child, item.identity)) }
        }
        self.roots = roots
        self.places = places
        kind = kinds.count == 1 ? kinds.first : nil
    }

    package var isEmpty: Bool { places.isEmpty }

    package func item(_ identity: Identity) -> NavigationItem? { places[identity]?.item }

    /// nil for a root, and for what is not in the tree.
    package func parent(of identity: Identity) -> NavigationItem? {
        places[identity]?.parent.flatMap { item($0) }
    }

    /// From the root down, without the item itself.
    package func ancestors(of identity: Identity) -> [NavigationItem] {
        var result: [NavigationItem] = []
        var current = parent(of: identity)
        while let item = current {
            result.append(item)
            current = parent(of: item.identity)
        }
        return result.reversed()
    }

    package func isRoot(_ identity: Identity) -> Bool {
        places[identity].map { $0.parent == nil } ?? false
    }

    private static func path(of place: Place, in places: [Identity: Place]) -> String {
        var titles = [place.item.title]
        var parent = place.parent
        while let identity = parent, let above = places[identity] {
            titles.append(above.item.title)
            parent = above.parent
        }
        return titles.reversed().joined(separator: " ▸ ")
    }
}

/// A line of a tree that is shown with some of its items expanded.
package struct OutlineRow: Hashable, Sendable {
    package var identity: Identity
    package var title: String
    /// 0 for a root.
    package var depth: Int
    /// nil: a leaf.
    package var isExpanded: Bool?
}

extension NavigationTree {
    /// The items whose ancestors are all expanded, in order.
    package func outline(expanded: Set<Identity>) -> [OutlineRow] {
        var rows: [OutlineRow] = []
        var open: [(item: NavigationItem, depth: Int)] = roots.reversed().map { ($0, 0) }
        while let (item, depth) = open.popLast() {
            let isExpanded = item.children.map { _ in expanded.contains(item.identity) }
            rows.append(
                OutlineRow(
                    identity: item.identity, title: item.title, depth: depth,
                    isExpanded: isExpanded))
            guard isExpanded == true else { continue }
            for child in (item.children ?? []).reversed() { open.append((child, depth + 1)) }
        }
        return rows
    }
}

extension Identity {
    package var kind: NavigationTree.IdentityKind {
        switch self {
        case .text: .text
        case .number: .number
        }
    }
}
