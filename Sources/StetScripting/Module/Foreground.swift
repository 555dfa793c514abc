import StetCore
import StetSessions

/// What is before a person who works with a host: the sessions, sheets and dialogs that are open,
/// whoever opened them, as they lie over each other; and the list, the split view and the menu
/// that were made last.
///
/// Only a prompt has one. Without it nothing is kept.
package final class Foreground {
    /// What lies over the records, the lowest first.
    package enum Layer {
        case session(SessionObject)
        /// A session for a deletion alone, which is asked about: once it is answered, it goes.
        case deletion(SessionObject)
        case sheet(SheetHandle)
        case dialog(DialogHandle)
    }

    /// What records are looked at with.
    package enum Browser {
        case list(DataSourceObject)
        case splitView(SplitViewObject)
        case recordTable(RecordTableObject)
    }

    /// What something before the person announced.
    package struct Event {
        /// What it is about, as it was called then: the title of a session, the place and text of
        /// a row; nil: the announcement says it.
        package let subject: String?
        package let announcement: any Announcement
    }

    package let stage: Stage
    private var known: [Layer] = []
    /// The one of each kind that was made last, in that order.
    private var browsers: [Browser] = []
    package internal(set) var menu: RecordMenu?

    private var events: [Event] = []
    private var forgotten = 0
    private var ears: [ObjectIdentifier: Ear] = [:]

    /// Events that are kept until somebody asks.
    private static let eventLimit = 200

    /// Listens to a log.
    private final class Ear {
        let log: EventLog
        var token = 0
        /// Whose log it is now; several sessions may share one, one after the other.
        weak var session: DetailSession?
        weak var list: DataSource?

        init(_ log: EventLog) {
            self.log = log
        }
    }

    package init(_ stage: Stage) {
        self.stage = stage
        listen(to: stage.log)
    }

    // MARK: What comes

    func opened(_ session: SessionObject, isForDeletion: Bool = false) {
        // What it was opened from lies under it.
        reconcile()
        known.append(isForDeletion ? .deletion(session) : .session(session))
        listen(to: session.session.log, session: session.session)
        reconcile()
    }

    func made(_ browser: Browser) {
        remove { other in
            switch (browser, other) {
            case (.list, .list), (.splitView, .splitView), (.recordTable, .recordTable): true
            default: false
            }
        }
        browsers.append(browser)
        if case .list(let list) = browser { listen(to: list.source.log, list: list.source) }
    }

    private func remove(_ isMeant: (Browser) -> Bool) {
        for browser in browsers where isMeant(browser) {
            if case .list(let list) = browser { stopListening(to: list.source.log) }
        }
        browsers.removeAll(where: isMeant)
    }

    // MARK: What is there

    /// The lowest first.
    package var layers: [Layer] {
        reconcile()
        return known
    }

    package var sessions: [SessionObject] {
        layers.compactMap { layer in
            if case .session(let session) = layer { session } else { nil }
        }
    }

    /// The dialog that is to be answered; sessions ask on the stage, too.
    package var dialog: DialogHandle? { stage.dialogs.current }

    /// The list, split view or table of records that was made last.
    package var browser: Browser? { browsers.last }

    package var list: DataSourceObject? {
        for case .list(let list) in browsers { return list }
        return nil
    }

    package var splitView: SplitViewObject? {
        for case .splitView(let view) in browsers { return view }
        return nil
    }

    package var recordTable: RecordTableObject? {
        for case .recordTable(let table) in browsers { return table }
        return nil
    }

    /// Puts away the list, split view or table of records that was made last.
    ///
    /// - Returns: false: there is none.
    package func closeBrowser() -> Bool {
        guard let last = browsers.popLast() else { return false }
        if case .list(let list) = last { stopListening(to: list.source.log) }
        return true
    }

    package func closeMenu() { menu = nil }

    /// What was announced since somebody last asked, and how much more there was.
    package func takeEvents() -> (events: [Event], left: Int) {
        defer { (events, forgotten) = ([], 0) }
        return (events, forgotten)
    }

    // MARK: Keeping up

    /// Drops what has gone and adds what has come, each over what was there.
    private func reconcile() {
        let sheets = stage.visible
        let dialog = stage.dialogs.current
        known.removeAll { layer in
            switch layer {
            case .session(let session): return !session.session.isOpen
            case .deletion(let session): return hasEnded(session)
            case .sheet(let sheet): return !sheets.contains { $0 === sheet }
            case .dialog(let handle): return handle !== dialog
            }
        }
        for ear in ears.values where ear.session.map({ !$0.isOpen }) ?? false {
            stopListening(to: ear.log)
        }
        for sheet in sheets where !holds(sheet) { known.append(.sheet(sheet)) }
        if let dialog, !holds(dialog) { known.append(.dialog(dialog)) }
    }

    private func holds(_ sheet: SheetHandle) -> Bool {
        known.contains { layer in
            if case .sheet(let other) = layer { other === sheet } else { false }
        }
    }

    private func holds(_ dialog: DialogHandle) -> Bool {
        known.contains { layer in
            if case .dialog(let other) = layer { other === dialog } else { false }
        }
    }

    /// Whether the session of a deletion has gone; one in which nothing is asked any more does.
    private func hasEnded(_ deletion: SessionObject) -> Bool {
        let session = deletion.session
        guard session.isOpen, session.dialog == nil, !session.isBusy else {
            return !session.isOpen
        }
        do throws(Refusal) {
            try session.close()
        } catch {
            session.log.append(HandlerError(handler: "close", message: error.message))
        }
        return true
    }

    // MARK: Listening

    private func listen(
        to log: EventLog, session: DetailSession? = nil, list: DataSource? = nil
    ) {
        let identity = ObjectIdentifier(log)
        if let ear = ears[identity] {
            ear.session = session
            return
        }
        let ear = Ear(log)
        ear.session = session
        ear.list = list
        ear.token = log.listen { [weak self, unowned ear] announcement in
            self?.hear(announcement, ear)
        }
        ears[identity] = ear
    }

    private func stopListening(to log: EventLog) {
        guard let ear = ears.removeValue(forKey: ObjectIdentifier(log)) else { return }
        log.stopListening(ear.token)
    }

    private func hear(_ announcement: any Announcement, _ ear: Ear) {
        // What sessions tell the stage as well.
        if ear.log === stage.log, announcement is DetailAnnouncement { return }
        guard events.count < Self.eventLimit else {
            forgotten += 1
            return
        }
        var subject = ear.session?.form.title
        if let list = ear.list, let row = (announcement as? ListAnnouncement)?.row {
            subject = Self.name(of: row, in: list)
        }
        events.append(Event(subject: subject, announcement: announcement))
    }

    /// `1.2 “Reminders”`; a row that has gone by what it is known by.
    package static func name(of row: Identity, in list: DataSource) -> String {
        guard let (found, path) = list.state.row(row) else { return "row \(row)" }
        return "\(path) “\(found.text?.description ?? row.description)”"
    }
}

extension ListAnnouncement {
    /// The one row that it is about.
    fileprivate var row: Identity? {
        switch self {
        case .rowDeselected(let row), .rowSelected(let row), .accessoryTapped(let row),
            .accessoryChanged(let row, _), .actionPerformed(let row, _), .copied(let row):
            row
        case .rowsDiff, .rowsReloaded, .selectionChanged, .requestRefused: nil
        }
    }
}
