import StetCore
import StetText

/// A row that something is done to.
struct Touched {
    var list: ListState
    var row: ListRow
    var path: RowPath

    var label: String { "\(row.label) (\(path))" }
}

/// What is done to one row.
extension ListMachine {
    static func touch(_ touched: Touched, _ event: Event) -> Transition<State, Effect> {
        switch event {
        case .select: select(touched)
        case .deselect: deselect(touched)
        case .tapAccessory: tap(touched)
        case .toggle(_, let value): toggle(touched, to: value)
        case .chooseSegment(_, let index): chooseSegment(touched, index)
        case .perform(_, let choice): perform(touched, choice)
        case .set, .replace, .update, .reload, .setIndexTitles, .updated, .returned, .failed:
            .refuse(Refusal(.state, "\(event.name) is not about one row"))
        }
    }

    /// Deselects, then the row's handler runs, then the delegate's.
    private static func select(_ touched: Touched) -> Transition<State, Effect> {
        guard touched.row.isSelectable else {
            return .refuse(Refusal(.notAllowed, "\(touched.label) is not selectable"))
        }
        let (before, uuid) = (touched.list, touched.row.uuid)
        if before.mode == .multiple, before.selection.contains(uuid) {
            return deselect([uuid], in: before)
        }
        var list = before
        var effects: [Effect] = []
        if list.deselectsAutomatically {
            list.selection = []
            effects.append(.announce(ListAnnouncement.rowDeselected(uuid)))
        } else if list.mode == .single {
            for other in list.selection where other != uuid {
                if let handler = list.delegate.didDeselect, let (row, path) = list.row(other) {
                    effects.append(.call(.row("did_deselect", handler, row, path)))
                }
                effects.append(.announce(ListAnnouncement.rowDeselected(other)))
            }
            list.selection = [uuid]
        } else {
            list.selection.append(uuid)
        }
        if let handler = touched.row.selection {
            effects.append(.call(.row("selection", handler, touched.row, touched.path)))
        }
        effects.append(.announce(ListAnnouncement.rowSelected(uuid)))
        if let handler = list.delegate.didSelect {
            effects.append(.call(.row("did_select", handler, touched.row, touched.path)))
        }
        return proceed(list, from: before, effects + selectionChange(from: before, to: list))
    }

    private static func deselect(_ touched: Touched) -> Transition<State, Effect> {
        guard touched.list.selection.contains(touched.row.uuid) else {
            return .refuse(Refusal(.state, "\(touched.label) is not selected"))
        }
        return deselect([touched.row.uuid], in: touched.list)
    }

    private static func tap(_ touched: Touched) -> Transition<State, Effect> {
        let handler: RowHandler?
        switch touched.row.accessory {
        case .detailButton(let given), .detailDisclosureButton(let given): handler = given
        case .none, .disclosureIndicator, .checkmark, .checkmarkPlaceholder, .switchToggle,
            .segmentedControl, .view:
            return wrongKind(touched, wanted: "button to tap")
        }
        var effects: [Effect] = []
        for (name, handler) in [
            ("accessory", handler), ("did_tap_accessory", touched.list.delegate.didTapAccessory),
        ] {
            guard let handler else { continue }
            effects.append(.call(.row(name, handler, touched.row, touched.path)))
        }
        effects.append(.announce(ListAnnouncement.accessoryTapped(touched.row.uuid)))
        return proceed(touched.list, from: touched.list, effects)
    }

    /// The new value is in the row before its handler runs, and stays there.
    private static func toggle(_ touched: Touched, to wanted: Bool?) -> Transition<State, Effect> {
        guard case .switchToggle(let value, let handler) = touched.row.accessory else {
            return wrongKind(touched, wanted: "switch")
        }
        let new = wanted ?? !value
        if new == value { return .move(.resting(touched.list), []) }
        var row = touched.row
        row.accessory = .switchToggle(new, handler)
        return write(
            row, over: touched, "\(new)", handler.map { .toggle($0, new, row, touched.path) })
    }

    private static func chooseSegment(
        _ touched: Touched, _ index: Int
    ) -> Transition<State, Effect> {
        guard case .segmentedControl(let items, let chosen, let handler) = touched.row.accessory
        else { return wrongKind(touched, wanted: "segments") }
        guard items.indices.contains(index) else {
            return .refuse(
                Refusal(
                    .value,
                    "\(touched.label) has no segment \(index &+ 1): there are \(items.count)"))
        }
        if index == chosen { return .move(.resting(touched.list), []) }
        var row = touched.row
        row.accessory = .segmentedControl(items, selected: index, handler)
        return write(
            row, over: touched, items[index].description,
            handler.map { .segment($0, index, items[index], row, touched.path) })
    }

    private static func write(
        _ row: ListRow, over touched: Touched, _ value: String, _ call: ListCall?
    ) -> Transition<State, Effect> {
        var list = touched.list
        list.replace(row, at: touched.path)
        var effects: [Effect] = call.map { [.call($0)] } ?? []
        effects += [
            .show(.changing(row, at: touched.path)),
            .announce(ListAnnouncement.accessoryChanged(row.uuid, value: value)),
        ]
        return proceed(list, from: touched.list, effects)
    }

    private static func perform(
        _ touched: Touched, _ choice: ActionChoice
    ) -> Transition<State, Effect> {
        let actions = touched.row.editActions
        guard !actions.isEmpty else {
            return .refuse(
                Refusal(.notAllowed, "\(touched.label) is not editable: it has no actions"))
        }
        let found: EditAction?
        var wanted = ""
        switch choice {
        case .title(let title):
            found = actions.first { $0.title == title }
            let titles = actions.map(\.title.description)
            wanted =
                "\"\(title)\""
                + (Suggestion.nearest(to: title.description, among: titles).map {
                    "; did you mean \"\($0)\"?"
                } ?? "; it has \(English.list(titles))")
        case .index(let index):
            found = actions.indices.contains(index) ? actions[index] : nil
            wanted = "\(index &+ 1): there are \(actions.count)"
        }
        guard let action = found else {
            return .refuse(Refusal(.value, "\(touched.label) has no action \(wanted)"))
        }
        var effects: [Effect] = []
        if let handler = action.selection {
            effects.append(
                .call(.row("action \"\(action.title)\"", handler, touched.row, touched.path)))
        }
        effects.append(
            .announce(
                ListAnnouncement.actionPerformed(touched.row.uuid, title: action.title)))
        return proceed(touched.list, from: touched.list, effects)
    }

    private static func wrongKind(
        _ touched: Touched, wanted: String
    ) -> Transition<State, Effect> {
        let kind = touched.row.accessory.kind
        return .refuse(
            Refusal(
                .notAllowed,
                "\(touched.label) has no \(wanted)"
                    + (kind == .none ? "" : ": its accessory is a \(kind.words)")))
    }
}
