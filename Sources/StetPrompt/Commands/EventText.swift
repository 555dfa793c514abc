import StetCore
import StetScripting
import StetSessions

/// What happened to sheets, dialogs, sessions, lists and views, in words: a line for each event
/// that is not to be seen anyway.
struct EventText {
    private let foreground: Foreground
    /// What was changed in a collection has been said.
    private let isChangeTold: Bool

    init(_ foreground: Foreground, isChangeTold: Bool) {
        self.foreground = foreground
        self.isChangeTold = isChangeTold
    }

    func lines(of events: [Foreground.Event]) -> [String] {
        let announcements = events.compactMap { $0.announcement as? NavigationAnnouncement }
        var selected: Set<Identity>?
        for case .selectionChanged(_, let items) in announcements {
            selected = (selected ?? []).union(items)
        }
        return events.compactMap { event in
            if let selected, let navigation = event.announcement as? NavigationAnnouncement,
                Self.follows(navigation, from: selected)
            {
                return nil
            }
            return line(of: event)
        }
    }

    /// Whether it goes without saying once it is said what is selected.
    private static func follows(
        _ announcement: NavigationAnnouncement, from selected: Set<Identity>
    ) -> Bool {
        switch announcement {
        case .selectionChanged(_, let items): items.isEmpty && !selected.isEmpty
        case .pathChanged(_, let entries): entries.isEmpty
        case .detailChanged(.selection(let item)): selected.contains(item)
        case .detailChanged(.placeholder): true
        default: false
        }
    }

    private func line(of event: Foreground.Event) -> String? {
        switch event.announcement {
        case let sheet as SheetAnnouncement: line(of: sheet)
        case let navigation as NavigationAnnouncement: line(of: navigation)
        case let list as ListAnnouncement: line(of: list, event.subject ?? "row")
        case let session as DetailAnnouncement: line(of: session, event.subject ?? "session")
        default: nil
        }
    }

    private func line(of sheet: SheetAnnouncement) -> String? {
        switch sheet {
        case .presented(let name):
            "sheet “\(name)” is presented\(page(of: name)); .sheet tells what can be done"
        case .deferred(let name): "sheet “\(name)” waits until the one that is there has gone"
        case .attemptRefused(let name): "sheet “\(name)” is modal and stays"
        case .dismissed(let name, let reason): "sheet “\(name)” has gone (\(reason.rawValue))"
        case .dialogDeferred(let title):
            "the dialog “\(title)” waits until the one that is there is answered"
        case .dialogChosen(let title, let label):
            "“\(title)”: \(label ?? "closed without a choice")"
        case .dialogWithdrawn(let title): "the dialog “\(title)” was withdrawn"
        case .pageChanged(let name, _): "sheet “\(name)”\(page(of: name))"
        case .pagesFinished(let name): "sheet “\(name)” is finished"
        case .replaced, .dialogShown, .pageRefused: nil
        }
    }

    private func page(of name: String) -> String {
        let sheet = foreground.stage.stack.last { $0.name == name }
        guard let pages = sheet?.pages, let index = pages.index else { return "" }
        return ", page \(index + 1) of \(pages.pages.count): \(pages.pages[index].title)"
    }

    private func line(of session: DetailAnnouncement, _ title: String) -> String? {
        switch session {
        case .saved: isChangeTold ? nil : "“\(title)” is saved"
        case .deleted: isChangeTold ? nil : "“\(title)” is deleted"
        case .cancelled: "“\(title)”: the draft is forgotten"
        case .replacementRefused(let other): "“\(title)” has changes; \(other) does not replace it"
        case .openingRefused(let message): "no session was opened: \(message)"
        case .sessionClosed(.gesture), .sessionClosed(.binding), .sessionClosed(.replaced),
            .sessionClosed(.parent):
            "“\(title)” is closed"
        case .sessionOpened, .fieldChanged, .validityChanged, .alertShown, .attemptRefused,
            .dialogShown, .dialogChosen, .sessionClosed:
            nil
        }
    }

    private func line(of list: ListAnnouncement, _ row: String) -> String? {
        switch list {
        case .rowsDiff(let counts): "list: \(counts)"
        case .rowsReloaded: "list: reloaded"
        case .selectionChanged(let rows):
            "list: "
                + (rows.isEmpty
                    ? "nothing is chosen" : "\(rows.map(name).joined(separator: ", ")) is chosen")
        case .rowSelected: nil
        case .accessoryTapped: "\(row): its button was tapped"
        case .accessoryChanged(_, let value):
            "\(row): \(value == "true" ? "on" : value == "false" ? "off" : value)"
        case .actionPerformed(_, let title): "\(row): \(title) was done"
        case .requestRefused(let request, let message): "list: \(request) was refused: \(message)"
        case .rowDeselected, .copied: nil
        }
    }

    private func name(_ row: Identity) -> String {
        foreground.list.map { Foreground.name(of: row, in: $0.source) } ?? "row \(row)"
    }

    private func line(of navigation: NavigationAnnouncement) -> String? {
        switch navigation {
        case .selectionChanged(let column, let items):
            "\(column.rawValue): "
                + (items.isEmpty
                    ? "nothing selected"
                    : "\(items.map(\.description).joined(separator: ", ")) selected")
        case .selectionUnresolved(let column, let item):
            "\(column.rawValue): no item has the id \(item)"
        case .pathChanged(let column, let entries):
            "\(column.rawValue): the path is "
                + (entries.isEmpty
                    ? "empty" : entries.map(\.description).joined(separator: " ▸ "))
        case .detailChanged(let source):
            switch source {
            case .placeholder: "detail: nothing to show"
            case .selection(let item): "detail: \(item)"
            case .link(let entry): "detail: \(entry)"
            }
        case .columnsChanged(let columns):
            "shown: \(columns.map(\.rawValue).joined(separator: ", "))"
        case .expansionChanged, .visibilityChanged, .sizeClassChanged: nil
        }
    }
}
