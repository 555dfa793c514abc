import StetCore

/// What a list shows in one line or a few, and what it does when it is touched.
///
/// A value, known by its identity: a copy with another text is the same row still.
package struct ListRow {
    package private(set) var uuid: Identity
    package var text: ByteString?
    package var detailText: ByteString?
    /// A sign or a few letters that stand before the text.
    package var image: ByteString?
    /// What happens when the row is chosen.
    package var selection: RowHandler?
    package var accessory: Accessory
    /// The name of the cell that draws it.
    package var cell: String
    /// Data for its cell.
    package var context: RowContext
    /// In this order. A row without any is not editable.
    package var editActions: [EditAction]
    package var copy: CopyRule
    package var accessibility: RowAccessibility
    /// It can be chosen without anything happening: for lists in which choosing is all.
    package var isAlwaysSelectable: Bool

    package init(
        uuid: Identity = .fresh(), _ text: ByteString? = nil, detail: ByteString? = nil,
        image: ByteString? = nil, selection: RowHandler? = nil, accessory: Accessory = .none,
        cell: String = CellRegistry.standard, context: RowContext = .none,
        editActions: [EditAction] = [], copy: CopyRule = .never,
        accessibility: RowAccessibility = RowAccessibility(), isAlwaysSelectable: Bool = false
    ) {
        self.uuid = uuid
        self.text = text
        detailText = detail
        self.image = image
        self.selection = selection
        self.accessory = accessory
        self.cell = cell
        self.context = context
        self.editActions = editActions
        self.copy = copy
        self.accessibility = accessibility
        self.isAlwaysSelectable = isAlwaysSelectable
    }

    /// The same row under another identity: that of a record, say.
    package func identified(by uuid: Identity) -> ListRow {
        var copy = self
        copy.uuid = uuid
        return copy
    }

    package var isSelectable: Bool { isAlwaysSelectable || selection != nil }
    package var canEdit: Bool { !editActions.isEmpty }
    package var isCopyable: Bool {
        if case .never = copy { return false }
        return true
    }

    /// Whether both look and behave the same, as far as that can be told: handlers have no
    /// equality. It is what makes a row of a new list one that changed.
    package func hasSameContent(as other: ListRow) -> Bool {
        text == other.text && detailText == other.detailText && image == other.image
            && accessory == other.accessory && cell == other.cell && context == other.context
            && editActions.count == other.editActions.count
            && zip(editActions, other.editActions).allSatisfy { $0.looksLike($1) }
            && isSelectable == other.isSelectable && isCopyable == other.isCopyable
            && accessibility == other.accessibility
    }

    /// What messages call it: `row “Name”`.
    var label: String {
        if let text, !text.isEmpty { return "row “\(text)”" }
        return "row \(uuid)"
    }
}

extension ListRow: Hashable {
    package static func == (left: ListRow, right: ListRow) -> Bool { left.uuid == right.uuid }
    package func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
}

/// What a row hands to its cell beside its texts.
package enum RowContext: Equatable {
    case none
    case values([String: Value])
    /// Something that only the cell knows how to read; the same only if it is the same object.
    case object(AnyObject)

    package static func == (left: RowContext, right: RowContext) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.values(let left), .values(let right)): left == right
        case (.object(let left), .object(let right)): left === right
        case (.none, _), (.values, _), (.object, _): false
        }
    }
}

/// Whether a row can be copied, and what that gives.
package enum CopyRule {
    case never
    /// The detail text or, without one, the text.
    case text
    case written((ListRow) throws -> ByteString)
}

/// For those who hear a screen. nil: as the cell has it.
package struct RowAccessibility: Hashable, Sendable {
    package var identifier: ByteString?
    package var label: ByteString?
    package var traits: [ByteString]?

    package init(
        identifier: ByteString? = nil, label: ByteString? = nil, traits: [ByteString]? = nil
    ) {
        self.identifier = identifier
        self.label = label
        self.traits = traits
    }
}
