import StetCore
import StetScripting
import StetSessions
import StetText

/// The menu of a record.
enum MenuCommand {
    static let all: [Command] = [menu]

    private static let actions = RowMenu.Action.allCases.map(\.rawValue)

    private static let menu: Command = .init(
        "menu", .sessions, usage: "[KEY [ITEM]]", "show what can be done with a record, or do it",
        details: """
            ITEM is view, edit or delete. What makes no sense for the record is absent; what makes
            sense and is not allowed is disabled. Without KEY: the menu that a script made last,
            or that of the session's record.
            """, arguments: [.key, .words(actions)]
    ) { bench, text in
        try text.require(0...2, of: menu)
        var words = text.words.map(\.text)
        var item: String?
        if words.count == 2
            || words.count == 1 && ownMenu(bench) != nil && actions.contains(words[0])
        {
            item = words.removeLast()
        }
        let menu = try words.first.map { try found(by: $0, bench) } ?? ownMenu(bench)
        guard let menu else { throw CommandError("usage: .menu KEY [ITEM]") }
        guard let item else { return try show(menu, bench) }
        guard let action = RowMenu.Action(rawValue: item) else {
            throw text.wrong(
                text.words.count - 1,
                "a menu has the items \(English.list(actions))"
                    + Suggestion.hint(for: item, among: actions))
        }
        try run(action, of: menu, bench)
    }

    /// That of a record; if a script made one for it, that.
    private static func found(by key: String, _ bench: Bench) throws -> RecordMenu {
        let table = try bench.require()
        let row = try bench.row(key, in: table)
        if let known = bench.foreground.menu, known.row == row, known.opening.table === table {
            return known
        }
        return RecordMenu(row, SessionOpening(table))
    }

    private static func ownMenu(_ bench: Bench) -> RecordMenu? {
        if let menu = bench.foreground.menu { return menu }
        guard let session = bench.foreground.sessions.last, let row = session.session.row,
            let opening = session.opening
        else { return nil }
        return RecordMenu(row, opening)
    }

    static func name(of menu: RecordMenu) -> String {
        let collection = menu.opening.table.collection
        do throws(CollectionError) {
            return try collection.snapshot.key(of: menu.row).description
        } catch {
            return "#\(menu.row.number)"
        }
    }

    private static func show(_ menu: RecordMenu, _ bench: Bench) throws {
        let items = try menu.items().items
        bench.write(TerminalText.line(name(of: menu)) + "\n")
        for item in items {
            let gap = String(repeating: " ", count: 8 - item.action.rawValue.count)
            let state = item.isEnabled ? item.label : "disabled for this record"
            bench.write("  \(item.action.rawValue)\(gap)\(state)\n")
        }
        for action in RowMenu.Action.allCases where !items.contains(where: { $0.action == action })
        {
            let gap = String(repeating: " ", count: 8 - action.rawValue.count)
            bench.write("  \(action.rawValue)\(gap)absent\n")
        }
    }

    private static func run(
        _ action: RowMenu.Action, of menu: RecordMenu, _ bench: Bench
    ) throws {
        guard action != .delete else {
            _ = try menu.run(.delete)
            return
        }
        try menu.items().require(action)
        try SessionCommands.begin(bench) { () throws(Refusal) in
            guard case .opened(let session) = try menu.run(action) else {
                throw Refusal(.state, "the item opened nothing")
            }
            return session
        }
    }
}
