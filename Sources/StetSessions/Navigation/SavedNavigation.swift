import StetCore
import StetText

/// What of a split view outlives the program: identities and paths, no items.
package struct SavedNavigation: Hashable, Sendable {
    package var selections: [SplitViewColumn: [Identity]] = [:]
    package var stacks: [SplitViewColumn: [NavigationValue]] = [:]
    package var link: NavigationValue?
    package var visibility = ColumnVisibility.automatic
    package var preferredCompactColumn: SplitViewColumn?
    package var expanded: Set<Identity> = []

    /// The number of the form; another one is refused.
    private static let version = 1

    /// - Throws: a refusal (`value`) if a view lies on a path, which cannot be written down.
    package init(_ state: SplitViewState) throws(Refusal) {
        for column in state.configuration.columns {
            let selection = state.selection(in: column)
            if !selection.isEmpty { selections[column] = selection }
            var values: [NavigationValue] = []
            for entry in state.stack(in: column) { values.append(try Self.value(of: entry)) }
            if !values.isEmpty { stacks[column] = values }
        }
        if let entry = state.link { link = try Self.value(of: entry) }
        visibility = state.visibility
        preferredCompactColumn = state.preferredCompactColumn
        expanded = state.expanded
        var identities = selections.values.flatMap { $0 } + Array(expanded)
        identities += stacks.values.joined().map(\.identity)
        if let link { identities.append(link.identity) }
        for identity in identities { try Self.check(identity) }
    }

    private static func value(of entry: NavigationEntry) throws(Refusal) -> NavigationValue {
        switch entry {
        case .value(let value): return value
        case .view(let label, _):
            throw Refusal(
                .value, "the view of the link “\(label)” cannot be saved; give the link a value")
        }
    }

    private static func check(_ identity: Identity) throws(Refusal) {
        guard case .text(let text) = identity, text.string == nil else { return }
        throw Refusal(.value, "the id \(identity) is not UTF-8, and JSON cannot hold it")
    }

    // MARK: - JSON

    package var json: String {
        var json = JSONText()
        json.object { json in
            json.key("version")
            json.value(Self.version)
            Self.write("selection", selections, to: &json) { json, identity in
                Self.write(identity, to: &json)
            }
            Self.write("path", stacks, to: &json) { json, value in Self.write(value, to: &json) }
            if let link {
                json.key("link")
                Self.write(link, to: &json)
            }
            json.key("visibility")
            json.value(visibility.rawValue)
            if let preferredCompactColumn {
                json.key("preferred_compact_column")
                json.value(preferredCompactColumn.rawValue)
            }
            json.key("expanded")
            json.array { json in
                // In an order that does not change from run to run.
                for identity in expanded.sorted(by: Self.precedes) {
                    Self.write(identity, to: &json)
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func write<Element>(
        _ name: String, _ lists: [SplitViewColumn: [Element]], to json: inout JSONText,
        _ write: (inout JSONText, Element) -> Void
    ) {
        json.key(name)
        json.object { json in
            for column in SplitViewColumn.allCases {
                guard let list = lists[column] else { continue }
                json.key(column.rawValue)
                json.array { json in
                    for element in list { write(&json, element) }
                }
            }
        }
    }

    private static func write(_ identity: Identity, to json: inout JSONText) {
        switch identity {
        case .text(let text): json.value(text.bytes.span)
        case .number(let number): json.value(number)
        }
    }

    private static func write(_ value: NavigationValue, to json: inout JSONText) {
        json.object { json in
            json.key("type")
            json.value(value.type)
            json.key("id")
            write(value.identity, to: &json)
        }
    }

    private static func precedes(_ left: Identity, _ right: Identity) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.number, .text): true
        case (.text, .number): false
        }
    }

    /// - Throws: a refusal (`value`) that says where the text is not a saved state.
    package init(json: String) throws(Refusal) {
        let tree: JSONTree
        do throws(JSONTree.SyntaxError) {
            tree = try JSONTree(parsing: json)
        } catch {
            throw Refusal(.value, "the saved state is not JSON: \(error)")
        }
        guard case .object(let members) = tree else { throw Self.problem("it is not an object") }
        guard tree["version"]?.integer == Self.version else {
            throw Self.problem("its version is not \(Self.version)")
        }
        for member in members {
            switch member.name {
            case "version": break
            case "selection":
                selections = try Self.lists(member) { element throws(Refusal) in
                    try Self.identity(element)
                }
            case "path":
                stacks = try Self.lists(member) { element throws(Refusal) in
                    try Self.value(element)
                }
            case "link": link = try Self.value(member.value)
            case "visibility": visibility = try Self.word(member)
            case "preferred_compact_column": preferredCompactColumn = try Self.word(member)
            case "expanded":
                guard let elements = member.value.array else {
                    throw Self.problem("expanded is not a list")
                }
                for element in elements { expanded.insert(try Self.identity(element)) }
            default: throw Self.problem("it has an unknown member “\(member.name)”")
            }
        }
    }

    private static func problem(_ problem: String) -> Refusal {
        Refusal(.value, "the saved state cannot be used: \(problem)")
    }

    private static func identity(_ tree: JSONTree) throws(Refusal) -> Identity {
        if let text = tree.string { return Identity(text) }
        if let number = tree.integer { return .number(number) }
        throw problem("an id is neither a text nor an integer")
    }

    private static func value(_ tree: JSONTree) throws(Refusal) -> NavigationValue {
        guard let type = tree["type"]?.string, let id = tree["id"] else {
            throw problem("a step of the path has no type or no id")
        }
        return NavigationValue(type, try identity(id))
    }

    private static func word<Word: RawRepresentable<String>>(
        _ member: JSONTree.Member
    ) throws(Refusal) -> Word {
        guard let text = member.value.string, let word = Word(rawValue: text) else {
            throw problem("\(member.name) has an unknown value")
        }
        return word
    }

    private static func lists<Element>(
        _ member: JSONTree.Member, _ read: (JSONTree) throws(Refusal) -> Element
    ) throws(Refusal) -> [SplitViewColumn: [Element]] {
        guard case .object(let members) = member.value else {
            throw problem("\(member.name) is not an object")
        }
        var lists: [SplitViewColumn: [Element]] = [:]
        for list in members {
            guard let column = SplitViewColumn(rawValue: list.name), let elements = list.value.array
            else { throw problem("\(member.name) is not a list for each column") }
            var values: [Element] = []
            for element in elements { values.append(try read(element)) }
            lists[column] = values
        }
        return lists
    }
}
