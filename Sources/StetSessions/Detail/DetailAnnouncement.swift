/// What a detail session tells the outside.
package enum DetailAnnouncement: Announcement, Hashable {
    case sessionOpened(DetailKind, String)
    case fieldChanged(String)
    case validityChanged(Bool)
    /// Why something that was asked for did not happen.
    case alertShown(String)
    case saved(String)
    case deleted(String)
    case cancelled
    /// A person tried to wave a session with changes away.
    case attemptRefused
    case dialogShown(String)
    case dialogChosen(DialogRequest.Role)
    /// Another record was to take the place of one with changes.
    case replacementRefused(String)
    /// A reference asked for a session that cannot be.
    case openingRefused(String)
    case sessionClosed(DismissReason)

    package var name: String {
        switch self {
        case .sessionOpened: "session_opened"
        case .fieldChanged: "field_changed"
        case .validityChanged: "validity_changed"
        case .alertShown: "alert_shown"
        case .saved: "saved"
        case .deleted: "deleted"
        case .cancelled: "cancelled"
        case .attemptRefused: "attempt_refused"
        case .dialogShown: "dialog_shown"
        case .dialogChosen: "dialog_chosen"
        case .replacementRefused: "replacement_refused"
        case .openingRefused: "opening_refused"
        case .sessionClosed: "session_closed"
        }
    }

    package var details: [String] {
        switch self {
        case .sessionOpened(let kind, let name): [kind.rawValue, name]
        case .validityChanged(let isValid): ["\(isValid)"]
        case .fieldChanged(let text), .alertShown(let text), .saved(let text), .deleted(let text),
            .dialogShown(let text), .replacementRefused(let text), .openingRefused(let text):
            [text]
        case .dialogChosen(let role): [role.rawValue]
        case .sessionClosed(let reason): [reason.rawValue]
        case .cancelled, .attemptRefused: []
        }
    }
}
