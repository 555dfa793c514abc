import StetCore
import StetSessions

/// The menu of a record of a collection. Whether its items are enabled is asked anew each time.
package struct RecordMenu {
    package let row: RowID
    package let opening: SessionOpening

    package init(_ row: RowID, _ opening: SessionOpening) {
        self.row = row
        self.opening = opening
    }

    /// What came of an item.
    package enum Outcome {
        case opened(SessionObject)
        case deleted
        /// A dialog asks first.
        case asks(SessionObject, DialogRequest)
    }

    package func items() throws(Refusal) -> RowMenu {
        let draft: Draft
        do throws(CollectionError) {
            draft = try CollectionTarget(opening.table.collection, row: row).draft
        } catch {
            throw Refusal(.state, error.message)
        }
        do throws(HandlerError) {
            return try RowMenu(of: draft, opening.config.handlers, opening.config.abilities)
        } catch {
            throw Refusal(.handler, "\(error.handler) failed: \(error.message)")
        }
    }

    /// - Throws: also for an item that is absent or disabled.
    package func run(_ action: RowMenu.Action) throws(Refusal) -> Outcome {
        try items().require(action)
        switch action {
        case .view: return .opened(try opening.view(row))
        case .edit: return .opened(try opening.edit(row))
        case .delete:
            guard let session = try opening.delete(row), let dialog = session.session.dialog else {
                return .deleted
            }
            return .asks(session, dialog)
        }
    }
}
