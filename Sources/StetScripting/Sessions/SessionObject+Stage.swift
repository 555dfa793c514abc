import LuaKit
import StetSessions

/// A session where a person sees it: on the script's stage, or as a sheet of its own.
extension SessionObject {
    /// The session's dialogs appear on the script's stage, swipes reach it, and what happens to it
    /// is among the stage's events.
    func enter(_ stage: Stage) {
        self.stage = stage
        session.showDialog = { [weak self, weak stage] request in
            guard let self, let stage else { return }
            do throws(Refusal) {
                self.question = try stage.dialogs.ask(request) {
                    [weak self] answer throws(Refusal) in
                    self?.question = nil
                    guard case .button(let index) = answer else { return }
                    try self?.session.choose(request.buttons[index].role)
                }
                if self.session.dialog == nil { self.question = nil }
            } catch {
                stage.log.append(HandlerError(handler: "dialog", message: error.message))
            }
        }
        session.hideDialog = { [weak self, weak stage] in
            guard let question = self?.question else { return }
            self?.question = nil
            do throws(Refusal) {
                try stage?.dialogs.withdraw(question)
            } catch {
                // It has been answered; there is nothing to hide.
            }
        }
        _ = session.log.listen { [weak stage] announcement in
            // Of its dialogs the stage tells, and of handlers that failed whoever called.
            guard let announcement = announcement as? DetailAnnouncement,
                !announcement.name.hasPrefix("dialog_")
            else { return }
            stage?.log.append(announcement)
        }
        let session = session
        stage.welcome(
            StageGuest(
                isGone: { [weak session] in
                    guard let session, !session.isPresented else { return true }
                    guard case .closed = session.state else { return false }
                    return true
                },
                isBusy: { [weak session] in session?.isBusy ?? false },
                swipe: { [weak session] () throws(Refusal) in _ = try session?.attemptDismiss() },
                cancel: { [weak session] () throws(Refusal) in try session?.cancel() }))
    }

    /// `present([sheet])`: shows the session as a sheet, over another one or over the root. With
    /// changes it is modal, and a swipe asks what is to become of them. True, or nil and a message.
    static func present(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        guard let stage = object.stage else {
            throw HostError("there is no stage to present a session on")
        }
        let parent = call.isNone(2) ? nil : try call.object(2, as: SheetObject.self).handle
        return try done(call) { () throws(Refusal) in
            let presenter = try parent?.presenter() ?? stage.root
            object.sheet = try DetailSheet(object.session, at: presenter)
        }
    }
}
