/// One presented sheet, as its content and its presenter hold it. When the sheet has gone, the
/// handle says so and does nothing more.
package final class SheetHandle {
    package enum State: String, Hashable, Sendable {
        case presenting
        case presented
        case dismissing
        case dismissed
    }

    /// What became of a swipe.
    package enum Attempt: Hashable, Sendable {
        case dismissed
        /// The sheet is modal; the handlers have been told.
        case modal
        /// A handler is running; the swipe comes after it.
        case queued
    }

    package let number: Int
    package let name: String
    /// What the item of the sheet is known by; nil for a sheet by flag.
    package let identity: Identity?
    package var isModal: Modality
    /// What it was dismissed with.
    package private(set) var result: Any?
    private(set) var attemptHandlers: [() throws(Refusal) -> Void] = []
    /// The pages of its content, if there are any.
    package private(set) var pages: SheetPages?
    /// A handle that somebody has kept does not keep the stage.
    private weak var stage: Stage?

    init(number: Int, name: String, identity: Identity?, isModal: Modality, stage: Stage) {
        self.number = number
        self.name = name
        self.identity = identity
        self.isModal = isModal
        self.stage = stage
    }

    package var state: State { stage?.state(of: self) ?? .dismissed }
    package var isPresented: Bool { state == .presented }

    /// What presents sheets over this one.
    ///
    /// - Throws: a refusal if the stage has gone.
    package func presenter() throws(Refusal) -> Presenter {
        Presenter(number: number, stage: try existingStage())
    }

    /// All run, in this order, when a swipe is refused; one that raises does not stop the others.
    package func onAttemptToDismiss(_ handler: @escaping () throws(Refusal) -> Void) {
        attemptHandlers.append(handler)
    }

    /// Dismisses the sheet and those over it, modal or not. While a handler is running, that
    /// comes when it has ended.
    ///
    /// - Throws: a refusal (`state`) if it is not presented, or is going away.
    package func dismiss(result: Any? = nil) throws(Refusal) {
        let state = state
        guard state == .presented || state == .presenting else {
            throw Refusal(.state, "the sheet “\(name)” is not presented")
        }
        let stage = try existingStage()
        try stage.dismiss(self) { self.result = result }
    }

    /// A person swipes the sheet.
    ///
    /// - Throws: a refusal if it is not presented, is under another sheet or a dialog, or if the
    ///   predicate for modality raises.
    package func attemptDismiss() throws(Refusal) -> Attempt {
        try existingStage().attempt(self)
    }

    /// Gives the content pages.
    ///
    /// - Throws: a refusal if it has some, or there are none.
    package func setPages(
        _ pages: [SheetPage],
        onFinish: @escaping () throws(Refusal) -> [String] = {
            () throws(Refusal) in []
        }
    ) throws(Refusal) -> SheetPages {
        guard self.pages == nil else {
            throw Refusal(.state, "the sheet “\(name)” has its pages already")
        }
        let log = try existingStage().log
        let new = try SheetPages(pages, of: self, log: log, onFinish: onFinish)
        self.pages = new
        return new
    }

    private func existingStage() throws(Refusal) -> Stage {
        guard let stage else { throw Refusal(.state, "the sheet “\(name)” has gone") }
        return stage
    }

    func release() {
        attemptHandlers = []
        isModal = .free
        pages?.end()
    }
}

/// What presents sheets: the root of a stage, or a sheet.
package struct Presenter {
    package let number: Int
    package let stage: Stage

    /// - Parameter number: that of a sheet, or 0 for the root.
    package init(number: Int, stage: Stage) {
        self.number = number
        self.stage = stage
    }

    /// - Returns: what takes the declaration back.
    /// - Throws: a refusal if the presenter is a sheet that has gone.
    @discardableResult
    package func sheet(_ declaration: SheetDeclaration) throws(Refusal) -> SheetRegistration {
        try stage.declare(declaration, at: number)
    }

    /// The sheet that it presents.
    package var presented: SheetHandle? { stage.sheet(presentedBy: number) }
}

/// A declaration that a presenter follows.
package struct SheetRegistration {
    package let number: Int
    let presenter: Int
    let stage: Stage

    /// The sheet of this declaration, if it is presented.
    package var sheet: SheetHandle? { stage.sheet(of: number) }

    /// The reference counts no longer; the sheet, if it is presented, goes away.
    package func remove() { stage.remove(self) }
}
