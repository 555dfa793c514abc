/// One page of a sheet.
package struct SheetPage {
    package var title: String
    /// What is wrong with what was entered on the page; empty: nothing. It raises as a refusal of
    /// the reason `handler`.
    package var validate: () throws(Refusal) -> [String]

    package init(
        title: String,
        validate: @escaping () throws(Refusal) -> [String] = { () throws(Refusal) in [] }
    ) {
        self.title = title
        self.validate = validate
    }
}

/// The pages of a sheet, and where in them a person is. When the last page and the whole are
/// accepted, the sheet is dismissed from inside.
package final class SheetPages {
    package let pages: [SheetPage]
    /// What was wrong at the last step forward.
    package private(set) var messages: [String] = []
    private let name: String
    private let log: EventLog
    private let onFinish: () throws(Refusal) -> [String]
    private weak var handle: SheetHandle?
    private var failure: Refusal?
    private lazy var driver = Driver<PageMachine>(
        .on(0, of: pages.count), perform: { [unowned self] in self.perform($0) })

    init(
        _ pages: [SheetPage], of handle: SheetHandle, log: EventLog,
        onFinish: @escaping () throws(Refusal) -> [String]
    ) throws(Refusal) {
        guard !pages.isEmpty else {
            throw Refusal(.value, "the sheet “\(handle.name)” needs at least one page")
        }
        self.pages = pages
        self.handle = handle
        name = handle.name
        self.log = log
        self.onFinish = onFinish
    }

    package var state: PageMachine.State { driver.state }

    /// The page that is shown, from 0; nil when the pages are finished or the sheet has gone.
    package var index: Int? {
        switch driver.state {
        case .on(let page, _), .validating(let page, _): page
        case .finishing(let count): count - 1
        case .finished, .ended: nil
        }
    }

    /// Whether a validator or the handler of the whole is running.
    package var isBusy: Bool { driver.isRunning }

    package var isFinished: Bool { driver.state == .finished }

    /// Goes on to the next page, or from the last page to the end.
    ///
    /// - Throws: a refusal: `invalid` with what is wrong, `handler` if a validator raised,
    ///   `busy` from inside a validator, `state` when it is over.
    package func next() throws(Refusal) { try step(.next) }

    /// Goes back, whatever is entered on the page.
    package func back() throws(Refusal) { try step(.back) }

    func end() {
        do throws(Refusal) {
            try driver.send(.end)
        } catch {
            // Every state can end.
        }
    }

    private func step(_ event: PageMachine.Event) throws(Refusal) {
        guard !driver.isRunning else {
            throw Refusal(.busy, "the page is being checked")
        }
        failure = nil
        messages = []
        try driver.send(event)
        if let failure { throw failure }
        if !messages.isEmpty {
            throw Refusal(.invalid, messages.joined(separator: "; "))
        }
        guard driver.state == .finished, let handle else { return }
        try handle.dismiss()
    }

    private func perform(_ effect: PageMachine.Effect) -> PageMachine.Event? {
        switch effect {
        case .validate(let page): return judge(page, pages[page].validate)
        case .finish: return judge(pages.count - 1, onFinish)
        case .announcePage(let page):
            log.append(SheetAnnouncement.pageChanged(name, page: page + 1))
        case .announceFinished: log.append(SheetAnnouncement.pagesFinished(name))
        }
        return nil
    }

    private func judge(
        _ page: Int, _ validate: () throws(Refusal) -> [String]
    ) -> PageMachine.Event {
        do throws(Refusal) {
            messages = try validate()
            guard !messages.isEmpty else { return .accepted }
            log.append(SheetAnnouncement.pageRefused(name, page: page + 1, messages))
        } catch {
            failure = error
            log.append(HandlerError(handler: "page \(page + 1) of \(name)", message: error.message))
        }
        return .rejected
    }
}
