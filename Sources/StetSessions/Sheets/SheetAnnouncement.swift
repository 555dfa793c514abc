/// What sheets and dialogs tell of themselves.
package enum SheetAnnouncement: Announcement, Hashable {
    case presented(String)
    /// Another item takes its place; the dismissal follows.
    case replaced(String)
    /// It waits until the sheet that is there has gone.
    case deferred(String)
    case attemptRefused(String)
    case dismissed(String, DismissReason)
    case dialogShown(String)
    /// It waits until the dialog that is there has been answered.
    case dialogDeferred(String)
    /// The label of the button; nil: closed without a choice.
    case dialogChosen(String, label: String?)
    /// What it was about has gone, and nobody answered.
    case dialogWithdrawn(String)
    /// A page of a sheet, from 1.
    case pageChanged(String, page: Int)
    case pageRefused(String, page: Int, [String])
    case pagesFinished(String)

    package var name: String {
        switch self {
        case .presented: "sheet_presented"
        case .replaced: "sheet_replaced"
        case .deferred: "sheet_deferred"
        case .attemptRefused: "attempt_refused"
        case .dismissed: "sheet_dismissed"
        case .dialogShown: "dialog_shown"
        case .dialogDeferred: "dialog_deferred"
        case .dialogChosen: "dialog_chosen"
        case .dialogWithdrawn: "dialog_withdrawn"
        case .pageChanged: "page_changed"
        case .pageRefused: "page_refused"
        case .pagesFinished: "pages_finished"
        }
    }

    package var details: [String] {
        switch self {
        case .presented(let sheet), .replaced(let sheet), .deferred(let sheet),
            .attemptRefused(let sheet), .pagesFinished(let sheet):
            [sheet]
        case .dismissed(let sheet, let reason): [sheet, reason.rawValue]
        case .dialogShown(let title), .dialogDeferred(let title), .dialogWithdrawn(let title):
            [title]
        case .dialogChosen(let title, let label): label.map { [title, $0] } ?? [title]
        case .pageChanged(let sheet, let page): [sheet, String(page)]
        case .pageRefused(let sheet, let page, let messages): [sheet, String(page)] + messages
        }
    }
}
