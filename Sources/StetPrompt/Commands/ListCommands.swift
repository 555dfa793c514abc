import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands for the list that is before the person.
enum ListCommands {
    static let all: [Command] = [row]

    private static let verbs = [
        "select", "deselect", "tap", "toggle", "choose", "perform", "copy", "reload",
    ]

    private static let row: Command = .init(
        "row", .stage, usage: "[ROW [DO…]]", "show the rows of a list, or do something to one",
        details: """
            ROW is a place such as 1.2, the second row of the first section, or a row's uuid. DO is
            select, deselect, tap (its button), toggle [on|off] (its switch), choose N or TITLE (its
            segments), perform NAME (one of its actions) or copy. Without DO it tells what there is.
            .row reload draws the list anew.
            """, arguments: [.item, .words(verbs)]
    ) { bench, text in
        guard let list = bench.foreground.list else {
            throw CommandError("no list is open; it:list{ … } and stet.data_source{ … } make one")
        }
        let source = list.source
        guard let word = text.words.first?.text else {
            var layout = ListLayout(width: bench.width ?? bench.screen().columns)
            layout.style = Style(isColored: bench.host.usesColor)
            layout.showsPaths = true
            for line in try source.lines(layout) { bench.write(line + "\n") }
            return
        }
        if word == "reload", text.words.count == 1 {
            try source.reload()
            return
        }
        let target = list.target(word)
        guard text.words.count > 1 else { return try show(target, of: source, bench) }
        try act(target, on: source, text, bench)
    }

    private static func act(
        _ target: RowTarget, on source: DataSource, _ text: CommandLineText, _ bench: Bench
    ) throws {
        let verb = text.words[1].text
        let rest = text.words.count == 3 ? text.words[2].text : text.text(from: 2)
        func takesNothing() throws(CommandError) {
            if text.words.count > 2 { throw text.wrong(2, "\(verb) takes nothing after it") }
        }
        switch verb {
        case "select":
            try takesNothing()
            try source.select(target)
        case "deselect":
            try takesNothing()
            try source.deselect(target)
        case "tap":
            try takesNothing()
            try source.tapAccessory(target)
        case "toggle":
            guard ["", "on", "off"].contains(rest) else {
                throw text.wrong(2, "a switch is on or off")
            }
            try source.toggle(target, to: rest.isEmpty ? nil : rest == "on")
        case "choose":
            guard !rest.isEmpty else { throw CommandError("usage: .row ROW choose N or TITLE") }
            try source.chooseSegment(target, segment(rest, of: source.row(target)))
        case "perform":
            guard !rest.isEmpty else { throw CommandError("usage: .row ROW perform NAME") }
            try source.perform(target, action(rest, of: source.row(target)))
        case "copy":
            try takesNothing()
            bench.write(TerminalText.lines(try source.copy(target).description) + "\n")
        default:
            throw text.wrong(
                1,
                "a row can \(English.list(Array(verbs.dropLast()), joiner: "or"))"
                    + Suggestion.hint(for: verb, among: verbs))
        }
    }

    /// The place of a segment, by title or number; what is neither is refused by the list.
    private static func segment(_ text: String, of row: ListRow) throws(Refusal) -> Int {
        guard case .segmentedControl(let items, _, _) = row.accessory else { return 0 }
        if let index = items.firstIndex(of: ByteString(text)) { return index }
        if let number = Int(text) { return number &- 1 }
        throw Refusal(
            .value,
            "there is no segment “\(text)”; there are \(English.list(items.map(\.description)))")
    }

    private static func action(_ text: String, of row: ListRow) -> ActionChoice {
        if !row.editActions.contains(where: { $0.title == ByteString(text) }),
            let number = Int(text)
        {
            return .index(number &- 1)
        }
        return .title(ByteString(text))
    }

    /// A row, and what can be done to it.
    private static func show(
        _ target: RowTarget, of source: DataSource, _ bench: Bench
    ) throws {
        let row = try source.row(target)
        let path = try source.path(of: target)
        bench.write("\(path)  \(TerminalText.line(row.text?.description ?? ""))\n")
        if let detail = row.detailText {
            bench.write("  \(TerminalText.line(detail.description))\n")
        }
        for line in abilities(of: row) { bench.write("  \(TerminalText.line(line))\n") }
    }

    private static func abilities(of row: ListRow) -> [String] {
        var result: [String] = []
        switch row.accessory {
        case .none, .checkmarkPlaceholder: break
        case .switchToggle(let isOn, _): result.append("a switch, \(isOn ? "on" : "off"): toggle")
        case .segmentedControl(let items, let selected, _):
            let titles = items.enumerated().map { $0 == selected ? "[\($1)]" : "\($1)" }
            result.append("segments \(titles.joined(separator: " ")): choose")
        case .detailButton, .detailDisclosureButton: result.append("a button: tap")
        case .disclosureIndicator, .checkmark, .view:
            result.append("a \(row.accessory.kind.words)")
        }
        if row.canEdit {
            let titles = row.editActions.map(\.title.description)
            result.append("actions \(titles.joined(separator: ", ")): perform")
        }
        if row.isSelectable { result.append("can be chosen: select") }
        if row.isCopyable { result.append("can be copied: copy") }
        return result
    }
}
