import LuaKit
import StetCore
import StetSessions
import StetText

/// The methods of a list.
enum DataSourceMethods {
    static var all: [(String, HostFunction)] {
        [
            ("set_sections", setSections), ("update", update),
            ("reload", { call in try act(call) { source throws(Refusal) in try source.reload() } }),
            ("row", row), ("path", path),
            (
                "select",
                { call in try touch(call) { list, row throws(Refusal) in try list.select(row) } }
            ),
            ("deselect", deselect),
            (
                "tap_accessory",
                { call in
                    try touch(call) { list, row throws(Refusal) in try list.tapAccessory(row) }
                }
            ),
            ("toggle", toggle), ("choose_segment", chooseSegment),
            ("edit_actions", editActions), ("perform", perform), ("copy", copy), ("jump", jump),
            ("set_section_index_titles", setIndexTitles), ("render", render), ("height", height),
            ("attach", attach), ("detach", detach), ("observe", observe), ("events", events),
            ("refresh", refresh), ("stop", stop),
        ]
    }

    private static func subject(_ call: LuaCall) throws -> DataSourceObject {
        try call.object(1, as: DataSourceObject.self)
    }

    /// True; inside a handler also `"queued"`: it comes after it.
    private static func push(_ outcome: DataSource.Outcome, _ call: LuaCall) -> Int {
        call.stack.push(true)
        guard outcome == .queued else { return 1 }
        call.stack.push("queued")
        return 2
    }

    private static func act(
        _ call: LuaCall, _ body: (DataSource) throws(Refusal) -> DataSource.Outcome
    ) throws -> Int {
        let object = try subject(call)
        return attempt(call) { () throws(Refusal) in push(try body(object.source), call) }
    }

    private static func touch(
        _ call: LuaCall, _ body: (DataSource, RowTarget) throws(Refusal) -> DataSource.Outcome
    ) throws -> Int {
        let target = try subject(call).target(call, at: 2)
        return try act(call) { source throws(Refusal) in try body(source, target) }
    }

    // MARK: Sections

    private static let names = ["sections", "selection", "section_index_titles", "failure"]

    static func index(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let stack = call.stack
        let name = stack.string(at: 2) ?? stack.description(at: 2)
        switch name {
        case "sections":
            object.module.push(object.source.sections, of: object.table, on: stack)
        case "selection":
            stack.pushTable()
            for (index, uuid) in object.source.selection.enumerated() {
                stack.push(uuid)
                stack.setElement(index + 1, of: stack.top - 1)
            }
        case "section_index_titles":
            if let titles = object.source.indexTitles {
                stack.pushTexts(titles)
            } else {
                stack.pushNil()
            }
        case "failure":
            if let failure = object.follower?.failure {
                stack.push(failure.message)
            } else {
                stack.pushNil()
            }
        default:
            throw HostError(
                "a data source has no \"\(name)\""
                    + Suggestion.hint(for: name, among: names + all.map(\.0)))
        }
        return 1
    }

    static func newIndex(_ call: inout LuaCall) throws -> Int {
        throw HostError("a data source is changed by its methods: update(function(sections) … end)")
    }

    static func count(_ call: inout LuaCall) throws -> Int {
        call.stack.push(try subject(call).source.sections.count)
        return 1
    }

    private static func setSections(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let sections = try object.module.sections(call.stack, at: 2)
        return try built(call) { () throws(Refusal) in
            push(try object.source.set(sections), call)
        }
    }

    /// `update(function(sections) … end)`: the function changes the list of sections, or returns
    /// another. One event, however much it does.
    private static func update(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        try call.requireFunction(2)
        let function = ScriptFunction(
            state: object.module.state, function: call.stack.reference(at: 2))
        let (module, table) = (object.module, object.table)
        let call = call
        return try built(call) { () throws(Refusal) in
            let outcome = try object.source.update { sections in
                let stack = try module.state.stack()
                let base = stack.top
                defer { stack.setTop(base) }
                module.push(sections, of: table, on: stack)
                let list = stack.reference(at: -1)
                sections = try function { stack in
                    stack.push(list)
                    return 1
                } _: { stack, result in
                    if stack.type(at: result) == .table {
                        return try module.sections(stack, at: result)
                    }
                    stack.push(list)
                    return try module.sections(stack, at: stack.top)
                }
            }
            return push(outcome, call)
        }
    }

    /// Sections that cannot be are a mistake of the script; all else is refused.
    private static func built(
        _ call: LuaCall, _ body: () throws(Refusal) -> Int
    ) throws -> Int {
        do throws(Refusal) {
            return try body()
        } catch {
            guard error.reason == .value else { return call.failure(error.message) }
            throw HostError(error.message)
        }
    }

    private static func row(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let target = try object.target(call, at: 2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            let row = try object.source.row(target)
            call.stack.push(object: RowObject(row, object.module, object.table))
            return 1
        }
    }

    private static func path(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let target = try object.target(call, at: 2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            try object.source.path(of: target).push(on: call.stack)
            return 1
        }
    }

    // MARK: Rows

    private static func deselect(_ call: inout LuaCall) throws -> Int {
        if call.isNone(2) {
            return try act(call) { source throws(Refusal) in try source.deselect() }
        }
        return try touch(call) { list, row throws(Refusal) in try list.deselect(row) }
    }

    /// `toggle(row[, value])`
    private static func toggle(_ call: inout LuaCall) throws -> Int {
        let value = call.isNone(3) ? nil : try call.boolean(3)
        return try touch(call) { list, row throws(Refusal) in try list.toggle(row, to: value) }
    }

    /// `choose_segment(row, place or title)`
    private static func chooseSegment(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let target = try object.target(call, at: 2)
        let call = call
        if let title = call.stack.bytes(at: 3), call.count >= 3 {
            return attempt(call) { () throws(Refusal) in
                let row = try object.source.row(target)
                var index: Int?
                if case .segmentedControl(let items, _, _) = row.accessory {
                    index = items.firstIndex(of: ByteString(title))
                    guard index != nil else {
                        throw Refusal(
                            .value,
                            "there is no segment \"\(ByteString(title))\"; there are "
                                + English.list(items.map { "\"\($0)\"" }))
                    }
                }
                return push(try object.source.chooseSegment(target, index ?? 0), call)
            }
        }
        let place = try call.integer(3)
        return try touch(call) { list, row throws(Refusal) in
            try list.chooseSegment(row, place &- 1)
        }
    }

    private static func editActions(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let target = try object.target(call, at: 2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            RowObject.pushActions(try object.source.row(target).editActions, on: call.stack)
            return 1
        }
    }

    /// `perform(row, title or place)`
    private static func perform(_ call: inout LuaCall) throws -> Int {
        let choice: ActionChoice
        if call.count >= 3, let title = call.stack.bytes(at: 3) {
            choice = .title(ByteString(title))
        } else {
            choice = .index(try call.integer(3) &- 1)
        }
        return try touch(call) { list, row throws(Refusal) in try list.perform(row, choice) }
    }

    private static func copy(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let target = try object.target(call, at: 2)
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.source.copy(target).bytes)
            return 1
        }
    }

    // MARK: The index

    /// `jump(title)`: the number of the section.
    private static func jump(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let title = ByteString(try call.bytes(2))
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.source.section(forIndexTitle: title) + 1)
            return 1
        }
    }

    private static func setIndexTitles(_ call: inout LuaCall) throws -> Int {
        try call.requireTable(2)
        let call = call
        let titles = try call.stack.elements(of: 2) { item in
            guard let text = call.stack.listText(at: item) else {
                throw HostError("'\(call.name)' wants a list of texts")
            }
            return text
        }
        return try act(call) { source throws(Refusal) in try source.setIndexTitles(titles) }
    }

    // MARK: Drawing

    /// `{ width =, style = "plain" or "grouped", paths =, color =, ambiguous = }`
    static func layout(_ call: LuaCall, at index: Int, _ state: LuaState) throws -> ListLayout {
        var layout = ListLayout()
        if call.isNone(index) { return layout }
        let options = try ListOptions(
            call.stack, state, at: index, of: "'\(call.name)'",
            known: ["width", "style", "paths", "color", "ambiguous"])
        if let width = try options.integer("width") {
            guard (1...10_000).contains(width) else {
                throw HostError("a width is from 1 to 10000 columns, not \(width)")
            }
            layout.width = width
        }
        if let wide = try options.integer("ambiguous") {
            guard (1...2).contains(wide) else {
                throw HostError("an ambiguous sign is 1 or 2 columns wide, not \(wide)")
            }
            layout.measure = DisplayWidth(ambiguous: wide)
        }
        layout.grouping = try options.choice("style", ListLayout.Grouping.self) ?? .plain
        layout.showsPaths = try options.boolean("paths") ?? false
        layout.style = Style(isColored: try options.boolean("color") ?? false)
        return layout
    }

    private static func render(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let layout = try layout(call, at: 2, object.module.state)
        let call = call
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.source.lines(layout).joined(separator: "\n"))
            return 1
        }
    }

    /// `height(extremity[, layout])`: its lines.
    private static func height(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        let layout = try layout(call, at: 3, object.module.state)
        let call = call
        let extremity = call.isNone(2) ? nil : ExtremityObject.read(call.stack, at: 2)
        guard extremity != nil || call.isNone(2) else {
            throw call.bad(2, expected: "text or extremity")
        }
        return attempt(call) { () throws(Refusal) in
            call.stack.push(try object.source.height(of: extremity, layout))
            return 1
        }
    }

    static func text(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        do throws(Refusal) {
            call.stack.push(try object.source.lines().joined(separator: "\n"))
        } catch {
            call.stack.push("data source: \(error.message)")
        }
        return 1
    }

    // MARK: Screens and events

    private static func attach(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        object.source.attach(try ScriptScreen(call, at: 2, object))
        call.stack.push(true)
        return 1
    }

    private static func detach(_ call: inout LuaCall) throws -> Int {
        try subject(call).source.detach()
        call.stack.push(true)
        return 1
    }

    /// `observe(function(name, …) … end)`: what stops it when it is called.
    private static func observe(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        try call.requireFunction(2)
        let function = ScriptFunction(
            state: object.module.state, function: call.stack.reference(at: 2))
        call.stack.push(object: ListObserver(object.source.log, function))
        return 1
    }

    /// A list of all events so far, as text.
    private static func events(_ call: inout LuaCall) throws -> Int {
        let log = try subject(call).source.log
        call.stack.pushTexts(log.descriptions.map { ByteString($0) })
        return 1
    }

    // MARK: Following a collection

    /// `refresh()`: asks for every row again.
    private static func refresh(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        guard let follower = object.follower else {
            return call.failure("the list shows no collection")
        }
        let call = call
        return attempt(call) { () throws(Refusal) in
            try follower.refresh()
            call.stack.push(true)
            return 1
        }
    }

    /// `stop()`: the list no longer follows its collection.
    private static func stop(_ call: inout LuaCall) throws -> Int {
        let object = try subject(call)
        guard let follower = object.follower else {
            return call.failure("the list shows no collection")
        }
        follower.stop()
        call.stack.push(true)
        return 1
    }
}
