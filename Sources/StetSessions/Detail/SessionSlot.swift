/// A place for one session, bound to a reference that holds what is to be shown there: a value
/// opens a session, nil closes it, another value replaces it. The session closing itself resets
/// the reference.
///
/// What handlers set in the meantime waits; the reference is read again before anything is
/// opened. A session with changes is not replaced, unless that is forced: the reference goes back.
package final class SessionSlot<Value: Equatable & CustomStringConvertible> {
    package typealias Opener = (Value) throws(Refusal) -> DetailSession

    package let reference: Reference<Value?>
    package private(set) var session: DetailSession?
    private var identity: Value?
    private let log: EventLog
    private let opener: Opener
    private var token = 0
    private var isReconciling = false
    private var isStale = false
    private var isForced = false

    /// Rounds after which handlers are taken to set the reference for ever.
    static var roundLimit: Int { 1000 }

    package init(
        _ reference: Reference<Value?>, log: EventLog, open: @escaping Opener
    ) {
        self.reference = reference
        self.log = log
        opener = open
        token = reference.watch { [weak self] _ in self?.reconcile() }
        reconcile()
    }

    deinit {
        reference.stopWatching(token)
    }

    /// Lets go of the reference; a session that is open stays.
    package func unbind() { reference.stopWatching(token) }

    /// Sets the reference, and replaces even a session with changes.
    package func replaceForced(_ value: Value?) {
        isForced = true
        defer { isForced = false }
        reference.value = value
    }

    private func reconcile() {
        guard !isReconciling else {
            isStale = true
            return
        }
        isReconciling = true
        defer { isReconciling = false }
        var rounds = 0
        repeat {
            isStale = false
            step()
            rounds += 1
        } while isStale && rounds < Self.roundLimit
        if isStale {
            log.append(
                HandlerError(
                    handler: "on_dismiss",
                    message: "the reference was set \(rounds) times in a row; stopped"))
        }
    }

    private func step() {
        let wanted = reference.value
        guard let session else {
            if let wanted { open(wanted) }
            return
        }
        guard wanted != identity, !session.isBusy else { return }
        do throws(Refusal) {
            guard let wanted else { return try session.dismiss(.binding) }
            if session.form.isDirty, session.kind != .view, !isForced {
                log.append(DetailAnnouncement.replacementRefused(wanted.description))
                reference.value = identity
                return
            }
            try session.dismiss(.replaced)
        } catch {
            log.append(DetailAnnouncement.alertShown(error.message))
        }
    }

    private func open(_ wanted: Value) {
        do throws(Refusal) {
            let new = try opener(wanted)
            session = new
            identity = wanted
            new.willDismiss = { [weak self, unowned new] reason in
                guard let self, session === new else { return }
                session = nil
                identity = nil
                // A replacement keeps what it is replaced by.
                if reason != .replaced, reference.value == wanted {
                    let was = isReconciling
                    isReconciling = true
                    reference.value = nil
                    isReconciling = was
                }
            }
            new.didDismiss = { [weak self] _ in self?.reconcile() }
            new.didSettle = { [weak self] in self?.reconcile() }
        } catch {
            log.append(DetailAnnouncement.openingRefused(error.message))
            reference.value = nil
        }
    }
}
