/// The pages of a sheet: forward through a validator, back freely.
package enum PageMachine: StateMachine {
    package enum State: Hashable, Sendable {
        /// The page, from 0, of so many.
        case on(Int, of: Int)
        /// The page's validator runs.
        case validating(Int, of: Int)
        /// All pages are valid, and the handler of the whole runs.
        case finishing(of: Int)
        case finished
        /// The sheet has gone before the pages were finished.
        case ended
    }

    package enum Event: Hashable, Sendable, CaseIterable {
        /// To the next page; on the last page: to the end.
        case next
        case back
        /// What the validator or the handler said is wrong: nothing, or something.
        case accepted
        case rejected
        case end
    }

    package enum Effect: Hashable, Sendable {
        /// Brings about `accepted` or `rejected`.
        case validate(Int)
        case announcePage(Int)
        /// Brings about `accepted` or `rejected`.
        case finish
        case announceFinished
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch (state, event) {
        case (.on(let page, let count), .next):
            .move(.validating(page, of: count), [.validate(page)])
        case (.on(0, _), .back): .refuse(Refusal(.state, "this is the first page"))
        case (.on(let page, let count), .back):
            .move(.on(page - 1, of: count), [.announcePage(page - 1)])
        case (.validating(let page, let count), .accepted):
            page + 1 < count
                ? .move(.on(page + 1, of: count), [.announcePage(page + 1)])
                : .move(.finishing(of: count), [.finish])
        case (.validating(let page, let count), .rejected): .move(.on(page, of: count), [])
        case (.finishing, .accepted): .move(.finished, [.announceFinished])
        case (.finishing(let count), .rejected): .move(.on(count - 1, of: count), [])
        case (.validating, .next), (.validating, .back), (.finishing, .next), (.finishing, .back):
            .refuse(Refusal(.busy, "the page is being checked"))
        case (.finished, .next), (.finished, .back):
            .refuse(Refusal(.state, "the pages are finished"))
        case (.ended, .next), (.ended, .back): .refuse(Refusal(.state, "the sheet has gone"))
        case (.finished, .end): .move(.finished, [])
        case (_, .end): .move(.ended, [])
        case (.on, .accepted), (.on, .rejected), (.finished, .accepted), (.finished, .rejected),
            (.ended, .accepted), (.ended, .rejected):
            .refuse(Refusal(.state, "nothing was being checked"))
        }
    }
}
