import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands for split views, and for choosing in whatever records are looked at with.
enum NavigationCommands {
    static let all: [Command] = [
        select, deselect, back, push, expand, collapse, visibility, close,
    ]

    /// Items up to which an outline is shown whole.
    private static let expandedItems = 100

    // MARK: The tree

    /// `.tree` without a field: the view that is there, or one over the collection.
    static func showTree(_ bench: Bench) throws {
        if let view = bench.foreground.splitView {
            return NavigationScreen.writeOutline(of: view.view.state, on: bench)
        }
        let object = try bench.workspace.splitView(over: bench.require())
        try fit(object, bench)
        let tree = object.view.state.tree
        var pending = tree.roots
        var parents: [Identity] = []
        var count = 0
        while let item = pending.popLast(), count <= expandedItems {
            count += 1
            guard let children = item.children else { continue }
            parents.append(item.identity)
            pending += children
        }
        if pending.isEmpty {
            for parent in parents { try object.view.send(.expand(parent)) }
        }
        _ = bench.foreground.takeEvents()
        NavigationScreen.writeOutline(of: object.view.state, on: bench)
        bench.say(".select ID chooses, .expand and .collapse open and close, .close ends")
    }

    /// The view is as wide as the terminal.
    private static func fit(_ object: SplitViewObject, _ bench: Bench) throws(Refusal) {
        guard bench.ask != nil, object.view.state.width != bench.screen().columns else { return }
        try object.view.send(.resize(bench.screen().columns))
    }

    private static func view(_ bench: Bench) throws -> SplitViewObject {
        guard let view = bench.foreground.splitView else {
            throw CommandError(
                "no split view is open; .tree opens one over records that are a tree, "
                    + "and stet.split_view{ … } any other")
        }
        try fit(view, bench)
        return view
    }

    private static func identity(
        _ word: Int, of text: CommandLineText, in object: SplitViewObject
    ) throws(CommandError) -> Identity {
        let identity = object.identity(text.words[word].text)
        guard object.view.state.tree.item(identity) != nil else {
            throw text.wrong(
                word, "no item has the id “\(TerminalText.line(text.words[word].text))”")
        }
        return identity
    }

    private static let expand: Command = .init(
        "expand", .stage, usage: "ID…", "show the items in an item of the tree", arguments: [.item]
    ) { bench, text in
        try turn(text, bench, expand) { .expand($0) }
    }

    private static let collapse: Command = .init(
        "collapse", .stage, usage: "ID…", "hide the items in an item of the tree",
        arguments: [.item]
    ) { bench, text in
        try turn(text, bench, collapse) { .collapse($0) }
    }

    private static func turn(
        _ text: CommandLineText, _ bench: Bench, _ command: Command,
        _ event: (Identity) -> SplitViewMachine.Event
    ) throws {
        guard !text.words.isEmpty else { throw CommandError("usage: \(command.synopsis)") }
        let object = try view(bench)
        for word in text.words.indices {
            try object.view.send(event(identity(word, of: text, in: object)))
        }
        NavigationScreen.writeOutline(of: object.view.state, on: bench)
    }

    // MARK: Choosing

    private static let select: Command = .init(
        "select", .stage, usage: "[ID…]", "choose items of a split view, or rows of a list",
        details: """
            Of list, view and table of records, the one that was made last is meant. A row of a list
            is named by its place, 1.2, a record by its key. Without ID it tells what is chosen;
            .deselect lets go.
            """, arguments: [.item]
    ) { bench, text in
        switch try browser(bench) {
        case .list(let list):
            guard !text.words.isEmpty else { return showSelection(of: list.source, bench) }
            for word in text.words { try list.source.select(list.target(word.text)) }
        case .splitView(let object):
            guard !text.words.isEmpty else {
                return bench.write(
                    TerminalText.line(NavigationScreen.selection(of: object.view.state)) + "\n")
            }
            try fit(object, bench)
            let identities = try text.words.indices.map { try identity($0, of: text, in: object) }
            let content = Set(object.view.state.items(in: .content).map(\.identity))
            let column: SplitViewColumn =
                identities.allSatisfy { content.contains($0) } ? .content : .sidebar
            try object.view.send(.select(identities, in: column))
            if case .placeholder = object.view.state.detailSource { return }
            bench.sayEvents()
            try bench.print(object.shownDetail())
        case .recordTable(let object):
            for index in text.words.indices {
                _ = try object.records.toggle(bench.row(text.words[index].text, in: object.table))
            }
            try RecordTableCommands.show(object, bench)
        }
    }

    private static func browser(_ bench: Bench) throws(CommandError) -> Foreground.Browser {
        guard let browser = bench.foreground.browser else {
            throw CommandError(
                "no list, split view or table of records is open; it:list{ … } makes a list, "
                    + "it:table{ … } a table, and .tree a view over records that are a tree")
        }
        return browser
    }

    private static func showSelection(of source: DataSource, _ bench: Bench) {
        let selected = source.selection.compactMap { source.state.row($0) }
        guard !selected.isEmpty else { return bench.write("nothing selected\n") }
        for (row, path) in selected {
            bench.write("\(path)  \(TerminalText.line(row.text?.description ?? ""))\n")
        }
    }

    private static let deselect: Command = .init(
        "deselect", .stage, "let go of all that is chosen in the view or list"
    ) { bench, text in
        try text.require(0...0, of: deselect)
        switch try browser(bench) {
        case .list(let list): try list.source.deselect()
        case .splitView(let object):
            let state = object.view.state
            for column in state.configuration.columns.reversed()
            where !state.selection(in: column).isEmpty {
                try object.view.send(.select([], in: column))
            }
        case .recordTable(let object): _ = try object.records.deselectAll()
        }
    }

    // MARK: Paths

    private static let back: Command = .init(
        "back", .stage, "go back: a page of the sheet, or a step of the split view"
    ) { bench, text in
        try text.require(0...0, of: back)
        if let pages = bench.foreground.stage.stack.last?.pages { return try pages.back() }
        try view(bench).view.send(.back)
    }

    private static let push: Command = .init(
        "push", .stage, usage: "TYPE:ID [COLUMN]", "show a value over a column of the split view",
        details: "The view needs a destination for the type. COLUMN is detail unless it is named.",
        arguments: [.text, .words(SplitViewColumn.allCases.map(\.rawValue))]
    ) { bench, text in
        try text.require(1...2, of: push)
        let parts = text.words[0].text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw text.wrong(0, "TYPE:ID is wanted, as in note:3") }
        var column = SplitViewColumn.detail
        if text.words.count == 2 {
            let known = SplitViewColumn.allCases.map(\.rawValue)
            guard let named = SplitViewColumn(rawValue: text.words[1].text) else {
                throw text.wrong(1, "a column is \(English.list(known, joiner: "or"))")
            }
            column = named
        }
        let object = try view(bench)
        let identity = Int(parts[1]).map { Identity.number($0) } ?? Identity(parts[1])
        try object.view.send(.push(NavigationValue(parts[0], identity), in: column))
        bench.sayEvents()
        if column == .detail { try bench.print(object.shownDetail()) }
    }

    // MARK: Columns

    private static let visibility: Command = .init(
        "visibility", .stage, usage: "[NAME]", "which columns of the split view are shown",
        details: """
            automatic, all, double_column or detail_only. Where there is room for one column only,
            it is the last that has something to say.
            """, arguments: [.words(ColumnVisibility.allCases.map(\.rawValue))]
    ) { bench, text in
        try text.require(0...1, of: visibility)
        let object = try view(bench)
        if let word = text.words.first {
            let known = ColumnVisibility.allCases.map(\.rawValue)
            guard let wanted = ColumnVisibility(rawValue: word.text) else {
                throw text.wrong(
                    0,
                    "a visibility is \(English.list(known, joiner: "or"))"
                        + Suggestion.hint(for: word.text, among: known))
            }
            try object.view.send(.setVisibility(wanted))
        }
        let state = object.view.state
        let columns = English.list(state.visibleColumns.map(\.rawValue))
        bench.write(
            "\(state.visibility.rawValue): \(columns) shown, \(state.sizeClass.rawValue) at "
                + "\(English.count(state.width, "column"))\n")
    }

    private static let close: Command = .init(
        "close", .stage, "put away the list, view or table that was made last, and the menu"
    ) { bench, text in
        try text.require(0...0, of: close)
        let hadMenu = bench.foreground.menu != nil
        bench.foreground.closeMenu()
        guard bench.foreground.closeBrowser() || hadMenu else {
            throw CommandError("no list, split view, table of records or menu is open")
        }
        bench.say("put away")
    }
}
