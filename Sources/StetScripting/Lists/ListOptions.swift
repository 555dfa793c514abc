import LuaKit
import StetCore
import StetText

/// A table of named options that a script gives, for lists.
struct ListOptions {
    private let options: ScriptOptions
    let state: LuaState
    /// Those that are given, sorted.
    let names: [String]

    var stack: LuaStack { options.stack }
    /// The table's index.
    var index: Int { options.table }
    /// `stet.row`
    var owner: String { options.owner }

    init(
        _ stack: LuaStack, _ state: LuaState, at index: Int, of owner: String, known: [String]
    ) throws {
        options = try ScriptOptions(stack, at: index, of: owner, known: known)
        self.state = state
        do throws(RulesError) {
            names = try stack.names(of: index)
        } catch {
            throw HostError("\(owner): \(error.description)")
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
        HostError("\(name) of \(owner) is \(wanted), not a \(stack.typeName(at: place))")
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

    func boolean(_ name: String) throws -> Bool? { try options.boolean(name) }

    func integer(_ name: String) throws -> Int? { try options.integer(name) }

    func function(_ name: String) throws -> ScriptFunction? {
        try options.function(name).map { ScriptFunction(state: state, function: $0) }
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws -> Choice? {
        try options.word(name, type)
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
