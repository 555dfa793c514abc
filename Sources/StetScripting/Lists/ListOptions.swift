import LuaKit
import StetCore
import StetText

/// A table of named options that a script gives. What is misspelled or of the wrong type is a
/// mistake of the script.
struct ListOptions {
    let stack: LuaStack
    let state: LuaState
    /// The table's index.
    let index: Int
    /// `stet.row`
    let owner: String
    let names: [String]

    init(
        _ stack: LuaStack, _ state: LuaState, at index: Int, of owner: String, known: [String]
    ) throws {
        guard stack.type(at: index) == .table else {
            throw HostError("\(owner) wants a table, not a \(stack.typeName(at: index))")
        }
        self.stack = stack
        self.state = state
        self.index = stack.absolute(index)
        self.owner = owner
        do throws(RulesError) {
            names = try stack.names(of: index)
        } catch {
            throw HostError("\(owner): \(error.description)")
        }
        for name in names where !known.contains(name) {
            throw HostError(
                "\(owner) has no \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
    }

    /// Reads a value; nil where there is none.
    func read<Result>(_ name: String, _ body: (Int) throws -> Result) rethrows -> Result? {
        let base = stack.top
        defer { stack.setTop(base) }
        guard stack.pushField(name, of: index) != .nil else { return nil }
        return try body(stack.top)
    }

    func wrong(_ name: String, _ wanted: String, at place: Int) -> HostError {
        HostError("\(owner): \(name) is \(wanted), not a \(stack.typeName(at: place))")
    }

    func text(_ name: String) throws -> ByteString? {
        try read(name) { place in
            guard let text = stack.listText(at: place) else {
                throw wrong(name, "text", at: place)
            }
            return text
        }
    }

    func texts(_ name: String) throws -> [ByteString]? {
        try read(name) { place in
            guard stack.type(at: place) == .table else {
                throw wrong(name, "a list of texts", at: place)
            }
            return try stack.elements(of: place) { item in
                guard let text = stack.listText(at: item) else {
                    throw wrong(name, "a list of texts", at: item)
                }
                return text
            }
        }
    }

    func boolean(_ name: String) throws -> Bool? {
        try read(name) { place in
            guard stack.type(at: place) == .boolean else {
                throw wrong(name, "true or false", at: place)
            }
            return stack.boolean(at: place)
        }
    }

    func integer(_ name: String) throws -> Int? {
        try read(name) { place in
            guard let number = stack.integer(at: place) else {
                throw wrong(name, "a whole number", at: place)
            }
            return number
        }
    }

    func function(_ name: String) throws -> ScriptFunction? {
        try read(name) { place in
            guard stack.type(at: place) == .function else {
                throw wrong(name, "a function", at: place)
            }
            return ScriptFunction(state: state, function: stack.reference(at: place))
        }
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws -> Choice? where Choice.RawValue == String {
        try read(name) { place in
            let all = Choice.allCases.map(\.rawValue)
            guard let text = stack.string(at: place), let choice = Choice(rawValue: text) else {
                let given = stack.description(at: place)
                throw HostError(
                    "\(owner): \(name) is \(English.list(all, joiner: "or")), not \(given)")
            }
            return choice
        }
    }
}

extension LuaStack {
    /// A text, or a number as it is written.
    func listText(at index: Int) -> ByteString? {
        switch type(at: index) {
        case .string: bytes(at: index).map { ByteString($0) }
        case .number, .boolean: ByteString(description(at: index))
        default: nil
        }
    }

    /// Calls `body` with the index of each element of a list.
    func elements<Result>(of table: Int, _ body: (Int) throws -> Result) rethrows -> [Result] {
        let table = absolute(table)
        var result: [Result] = []
        let base = top
        defer { setTop(base) }
        for item in 0..<length(of: table) {
            pushElement(item + 1, of: table)
            result.append(try body(top))
            setTop(base)
        }
        return result
    }

    func pushTexts(_ texts: some Sequence<ByteString>) {
        pushTable()
        for (index, text) in texts.enumerated() {
            push(text.bytes)
            setElement(index + 1, of: top - 1)
        }
    }
}
