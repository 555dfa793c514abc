import LuaKit
import StetCore
import StetSessions
import StetText

/// The table of named options that a function of `stet` was given.
struct ScriptOptions {
    let stack: LuaStack
    /// Where the table is.
    let table: Int
    /// What messages call whoever takes the options: `stet.sheet`.
    let owner: String

    /// - Throws: if it is no table, or has a name that is not known.
    init(_ call: LuaCall, at index: Int, of owner: String, known: [String]) throws {
        try call.requireTable(index)
        try self.init(call.stack, at: index, of: owner, known: known)
    }

    init(_ stack: LuaStack, at index: Int, of owner: String, known: [String]) throws {
        guard stack.type(at: index) == .table else {
            throw HostError("\(owner) wants a table, not a \(stack.typeName(at: index))")
        }
        self.stack = stack
        table = stack.absolute(index)
        self.owner = owner
        try stack.forEachPair(of: table) {
            guard stack.type(at: -2) == .string else { return }
            let name = stack.string(at: -2) ?? "?"
            guard known.contains(name) else {
                throw HostError(
                    "\(owner) has no \"\(name)\"" + Suggestion.hint(for: name, among: known))
            }
        }
    }

    func has(_ name: String) -> Bool {
        stack.scope { stack.pushField(name, of: table) != .nil }
    }

    func text(_ name: String) throws -> String? {
        try read(name, "a text") { stack.string(at: -1) }
    }

    func boolean(_ name: String) throws -> Bool? {
        try read(name, "true or false") {
            stack.type(at: -1) == .boolean ? stack.boolean(at: -1) : nil
        }
    }

    func integer(_ name: String) throws -> Int? {
        try read(name, "a whole number") { stack.integer(at: -1) }
    }

    func function(_ name: String) throws -> LuaReference? {
        try read(name, "a function") {
            stack.type(at: -1) == .function ? stack.reference(at: -1) : nil
        }
    }

    func object<Object: AnyObject>(
        _ name: String, as type: Object.Type, called wanted: String
    ) throws -> Object? {
        try read(name, wanted) { stack.object(at: -1, as: type) }
    }

    /// One of the words of an enum.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws -> Word? {
        guard let text = try text(name) else { return nil }
        return try Self.word(text, of: name, type)
    }

    static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String, of name: String, _ type: Word.Type
    ) throws -> Word {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        throw HostError(
            "\(name) is one of \(English.list(known, joiner: "or")), not \"\(text)\""
                + Suggestion.hint(for: text, among: known))
    }

    /// Runs the body with the list under a name on top of the stack, once for each element,
    /// which is then on top; nil if there is none.
    func list(_ name: String, _ body: (Int) throws -> Void) throws -> Bool {
        try stack.scope {
            switch stack.pushField(name, of: table) {
            case .nil: return false
            case .table: break
            default:
                throw HostError(
                    "\(name) of \(owner) is a list, not a \(stack.typeName(at: -1))")
            }
            let list = stack.top
            for index in 0..<stack.length(of: list) {
                stack.pushElement(index + 1, of: list)
                try body(index)
                stack.setTop(list)
            }
            return true
        }
    }

    /// nil where the option is absent.
    private func read<Result>(
        _ name: String, _ wanted: String, _ read: () -> Result?
    ) throws -> Result? {
        try stack.scope {
            if stack.pushField(name, of: table) == .nil { return nil }
            guard let result = read() else {
                throw HostError(
                    "\(name) of \(owner) is \(wanted), not a \(stack.typeName(at: -1))")
            }
            return result
        }
    }
}

extension LuaStack {
    /// What the value there is known by; nil for what is neither a text nor a whole number.
    func navigationIdentity(at index: Int) -> Identity? {
        switch type(at: index) {
        case .string: bytes(at: index).map { .text(ByteString($0)) }
        case .number: integer(at: index).map { .number($0) }
        default: nil
        }
    }

    func push(_ identity: Identity) {
        switch identity {
        case .text(let text): push(text.bytes)
        case .number(let number): push(number)
        }
    }

    func push(texts: [String]) {
        pushTable(array: texts.count)
        for (index, text) in texts.enumerated() {
            push(text)
            setElement(index + 1, of: top - 1)
        }
    }
}

/// Runs a method: what the user can cause becomes nil and a message.
func attempt(_ call: LuaCall, _ body: () throws(Refusal) -> Int) -> Int {
    do throws(Refusal) {
        return try body()
    } catch {
        return call.failure(error.message)
    }
}
