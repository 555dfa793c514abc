/// What can be done with a record in a list. An item that makes no sense is absent; one that
/// makes sense but is not allowed for this record is disabled.
package struct RowMenu: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case view, edit, delete
    }

    package enum Edge: String, Hashable, Sendable {
        case leading, trailing
    }

    package struct Item: Hashable, Sendable {
        package var action: Action
        package var label: String
        package var isEnabled: Bool
        package var role: DialogRequest.Role
        /// The side from which a swipe shows it; nil: from none.
        package var edge: Edge?
    }

    package let items: [Item]

    /// - Parameters:
    ///   - canEdit: nil: there is no editing here.
    ///   - canDelete: nil: there is no deleting here.
    package init(canEdit: Bool?, canDelete: Bool?) {
        var items = [
            Item(action: .view, label: "View", isEnabled: true, role: .default, edge: nil)
        ]
        if let canEdit {
            items.append(
                Item(
                    action: .edit, label: "Edit", isEnabled: canEdit, role: .default,
                    edge: .leading))
        }
        if let canDelete {
            items.append(
                Item(
                    action: .delete, label: "Delete", isEnabled: canDelete, role: .destructive,
                    edge: .trailing))
        }
        self.items = items
    }

    /// The menu of a record for which handlers and abilities are given.
    package init(
        of draft: Draft, _ handlers: DetailHandlers, _ abilities: DetailAbilities
    ) throws(HandlerError) {
        let canEdit = try handlers.canEdit?(draft) ?? true
        let canDelete = abilities.deletes ? try handlers.canDelete?(draft) ?? true : nil
        self.init(canEdit: canEdit, canDelete: canDelete)
    }

    package subscript(_ action: Action) -> Item? { items.first { $0.action == action } }

    /// Whether an item can be run.
    ///
    /// - Throws: that it is not there, or that it is disabled.
    package func require(_ action: Action) throws(Refusal) {
        guard let item = self[action] else {
            throw Refusal(.value, "the menu has no \(action.rawValue)")
        }
        guard item.isEnabled else {
            throw Refusal(.notAllowed, "\(action.rawValue) is disabled for this record")
        }
    }
}
