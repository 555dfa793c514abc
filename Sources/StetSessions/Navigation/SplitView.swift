/// A split view: lists beside, or before, what is selected in them.
///
/// Whatever hears of a change in the log may ask for another; that is done when the first is over.
package final class SplitView {
    package let log: EventLog
    private lazy var driver = Driver<SplitViewMachine>(
        initial,
        perform: { [unowned self] announcement in
            self.log.append(announcement)
            self.changed(announcement)
            return nil
        },
        refused: { [unowned self] _, refusal in
            self.log.append(HandlerError(handler: "split_view", message: refusal.message))
        })
    private let initial: SplitViewState
    /// Told of each announcement, after the log.
    package var changed: (NavigationAnnouncement) -> Void = { _ in }

    package init(
        _ configuration: SplitViewConfiguration, tree: NavigationTree = .empty,
        log: EventLog = EventLog()
    ) {
        var state = SplitViewState(configuration)
        state.tree = tree
        initial = state
        self.log = log
    }

    package var state: SplitViewState { driver.state }

    /// Has something happen, at once, or when the handler that asks for it has ended.
    ///
    /// - Throws: why it does not happen; the state is as it was.
    @discardableResult
    package func send(
        _ event: SplitViewMachine.Event
    ) throws(Refusal) -> Driver<SplitViewMachine>.Outcome {
        try driver.send(event)
    }

    /// The selected item that the detail shows; nil for the placeholder and for links.
    package var detailItem: NavigationItem? {
        guard case .selection(let identity) = state.detailSource else { return nil }
        return state.tree.item(identity)
    }

    /// - Throws: a refusal (`value`) if something on the paths cannot be saved.
    package func save() throws(Refusal) -> String {
        try SavedNavigation(state).json
    }

    /// - Throws: a refusal (`value`) if the text is not a saved state, or not of this view.
    package func restore(_ json: String) throws(Refusal) {
        try send(.restore(SavedNavigation(json: json)))
    }
}
