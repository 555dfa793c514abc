import StetCore

/// Something that can be done to a row from its edge: delete it, flag it.
package struct EditAction {
    package enum Style: String, CaseIterable, Sendable {
        case normal = "default"
        case destructive
    }

    /// The side from which it is swiped in.
    package enum Edge: String, CaseIterable, Sendable {
        case leading, trailing
    }

    package var title: ByteString
    package var style: Style
    package var edge: Edge
    /// A colour's name, for what draws it; nil: as the style says.
    package var backgroundColor: ByteString?
    package var backgroundEffect: ByteString?
    package var selection: RowHandler?

    package init(
        _ title: ByteString, style: Style = .normal, edge: Edge = .trailing,
        backgroundColor: ByteString? = nil, backgroundEffect: ByteString? = nil,
        selection: RowHandler? = nil
    ) {
        self.title = title
        self.style = style
        self.edge = edge
        self.backgroundColor = backgroundColor
        self.backgroundEffect = backgroundEffect
        self.selection = selection
    }

    func looksLike(_ other: EditAction) -> Bool {
        title == other.title && style == other.style && edge == other.edge
            && backgroundColor == other.backgroundColor
            && backgroundEffect == other.backgroundEffect
    }
}

/// Which action of a row is meant.
package enum ActionChoice: Hashable, Sendable {
    case title(ByteString)
    /// Its place among the row's actions, from 0.
    case index(Int)
}
