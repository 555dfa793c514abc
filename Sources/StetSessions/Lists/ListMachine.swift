import StetCore

/// The machine of a list: its sections, what is chosen, and the handlers on the way.
package enum ListMachine: StateMachine {
    package typealias Update = (inout [ListSection]) throws -> Void

    package enum State {
        case resting(ListState)
        /// Handlers are being called, one after another. The state is what it will be if all go
        /// well.
        case calling(ListState, ListTask)
    }

    /// Rows are named by identity: between a request and its turn they may have moved.
    package enum Event {
        /// `cells`: the names of the cells that there are.
        case set([ListSection], cells: Set<String>)
        /// Other content of rows that stay where they are. Those that are not there do not count.
        case replace([ListRow], cells: Set<String>)
        case update(Update)
        case reload
        case setIndexTitles([ByteString])
        case select(Identity)
        /// nil: all that is chosen.
        case deselect(Identity?)
        case tapAccessory(Identity)
        /// nil: to what it is not.
        case toggle(Identity, to: Bool?)
        case chooseSegment(Identity, Int)
        case perform(Identity, ActionChoice)

        // What comes of effects.
        case updated([ListSection], cells: Set<String>)
        case returned
        case failed(HandlerError)

        /// For messages.
        package var name: String {
            switch self {
            case .set: "set_sections"
            case .replace: "replace_rows"
            case .update: "update"
            case .reload: "reload"
            case .setIndexTitles: "set_section_index_titles"
            case .select: "select"
            case .deselect: "deselect"
            case .tapAccessory: "tap_accessory"
            case .toggle: "toggle"
            case .chooseSegment: "choose_segment"
            case .perform: "perform"
            case .updated, .returned, .failed: "handler"
            }
        }
    }

    package enum Effect {
        /// Has a handler run; the machine waits for what comes of it.
        case call(ListCall)
        case announce(any Announcement)
        /// What the attached view is to do.
        case show(ListDiff)
        case reload([ListSection])
        case showSelection([Identity])

        var isCall: Bool {
            if case .call = self { return true }
            return false
        }
    }

    package static func transition(_ state: State, _ event: Event) -> Transition<State, Effect> {
        switch (state, event) {
        case (.resting(let list), .set(let sections, let cells)):
            if let objection = sections.objection(cells: cells) { return .refuse(objection) }
            return replace(sections, of: list)
        case (.resting(let list), .replace(let rows, let cells)):
            var section = ListSection(uuid: Identity("rows"))
            section.rows = rows
            if let objection = [section].objection(cells: cells) { return .refuse(objection) }
            return replace(rows, of: list)
        case (.resting(let list), .update(let update)):
            return proceed(list, from: list, [.call(.update(update, list.sections))])
        case (.resting(let list), .reload):
            return .move(
                state, [.reload(list.sections), .announce(ListAnnouncement.rowsReloaded)])
        case (.resting(var list), .setIndexTitles(let titles)):
            list.indexTitles = titles
            return .move(
                .resting(list),
                [.reload(list.sections), .announce(ListAnnouncement.rowsReloaded)])
        case (.resting(let list), .deselect(nil)):
            return deselect(list.selection, in: list)
        case (.resting(let list), .select(let uuid)), (.resting(let list), .deselect(let uuid?)),
            (.resting(let list), .tapAccessory(let uuid)),
            (.resting(let list), .toggle(let uuid, _)),
            (.resting(let list), .chooseSegment(let uuid, _)),
            (.resting(let list), .perform(let uuid, _)):
            guard let (row, path) = list.row(uuid) else {
                return .refuse(Refusal(.value, "no row has the uuid \(uuid)"))
            }
            return touch(Touched(list: list, row: row, path: path), event)

        case (.calling(let list, let task), .returned):
            return proceed(list, from: task.before, Array(task.rest))
        case (.calling(_, let task), .updated(let sections, let cells)):
            if let objection = sections.objection(cells: cells) {
                return .abandon(.resting(task.before), [], objection)
            }
            return replace(sections, of: task.before)
        case (.calling(_, let task), .failed(let error)):
            return .abandon(
                .resting(task.before), [.announce(error)],
                Refusal(.handler, "\(error.handler): \(error.message)"))

        case (.resting, .updated), (.resting, .returned), (.resting, .failed):
            return .refuse(Refusal(.state, "no handler is running"))
        case (.calling, .set), (.calling, .replace), (.calling, .update), (.calling, .reload),
            (.calling, .setIndexTitles), (.calling, .select), (.calling, .deselect),
            (.calling, .tapAccessory), (.calling, .toggle), (.calling, .chooseSegment),
            (.calling, .perform):
            return .refuse(Refusal(.busy, "a handler of the list is running"))
        }
    }

    /// Performs effects up to the next call of a handler, which the rest waits for.
    static func proceed(
        _ list: ListState, from before: ListState, _ effects: [Effect]
    ) -> Transition<State, Effect> {
        guard let call = effects.firstIndex(where: \.isCall) else {
            return .move(.resting(list), effects)
        }
        let task = ListTask(before: before, rest: effects[(call + 1)...])
        return .move(.calling(list, task), Array(effects[...call]))
    }

    private static func replace(
        _ sections: [ListSection], of before: ListState
    ) -> Transition<State, Effect> {
        var list = before
        list.set(sections)
        let diff = ListDiff(from: before.sections, to: sections)
        var effects: [Effect] = []
        if !diff.isEmpty {
            effects = [.show(diff), .announce(ListAnnouncement.rowsDiff(diff.counts))]
        }
        return .move(.resting(list), effects + selectionChange(from: before, to: list))
    }

    private static func replace(
        _ rows: [ListRow], of before: ListState
    ) -> Transition<State, Effect> {
        var list = before
        var changed: [(row: ListRow, path: RowPath)] = []
        for row in rows {
            guard let (old, path) = before.row(row.uuid), !row.hasSameContent(as: old) else {
                continue
            }
            list.replace(row, at: path)
            changed.append((row, path))
        }
        guard !changed.isEmpty else { return .move(.resting(list), []) }
        let diff = ListDiff.changing(changed.sorted { $0.path < $1.path })
        return .move(
            .resting(list), [.show(diff), .announce(ListAnnouncement.rowsDiff(diff.counts))])
    }

    static func selectionChange(from before: ListState, to list: ListState) -> [Effect] {
        guard before.selection != list.selection else { return [] }
        return [
            .showSelection(list.selection),
            .announce(ListAnnouncement.selectionChanged(list.selection)),
        ]
    }

    static func deselect(_ uuids: [Identity], in before: ListState) -> Transition<State, Effect> {
        var list = before
        list.selection.removeAll { uuids.contains($0) }
        var effects: [Effect] = []
        for uuid in uuids {
            if let handler = list.delegate.didDeselect, let (row, path) = list.row(uuid) {
                effects.append(.call(.row("did_deselect", handler, row, path)))
            }
            effects.append(.announce(ListAnnouncement.rowDeselected(uuid)))
        }
        return proceed(list, from: before, effects + selectionChange(from: before, to: list))
    }
}

/// Handlers that are still to be called, and what to go back to if one fails.
package struct ListTask {
    package let before: ListState
    let rest: ArraySlice<ListMachine.Effect>
}

/// A handler to call, with what messages call it.
package enum ListCall {
    case update(ListMachine.Update, [ListSection])
    case row(String, RowHandler, ListRow, RowPath)
    case toggle(Accessory.ToggleHandler, Bool, ListRow, RowPath)
    case segment(Accessory.SegmentHandler, Int, ByteString, ListRow, RowPath)

    package var name: String {
        switch self {
        case .update: "update"
        case .row(let name, _, let row, let path): "\(name) of \(row.label) (\(path))"
        case .toggle(_, _, let row, let path): "switch of \(row.label) (\(path))"
        case .segment(_, _, _, let row, let path): "segments of \(row.label) (\(path))"
        }
    }
}
