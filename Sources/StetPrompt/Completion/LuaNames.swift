import LuaKit
import StetCore
import StetScripting

/// Names of a Lua world, found by reading its tables as they are: nothing here calls a function or
/// a metamethod, whatever the tables hold.
struct LuaNames {
    /// What a path leads to.
    enum Subject {
        /// Lies on top of the stack.
        case value
        case shape(HostShape)
        case text
    }

    /// How many tables a chain of `__index` is followed.
    static let hops = 10

    let stack: LuaStack
    /// Where the environment lies on the stack.
    let environment: Int
    let scope: CompletionScope
    let budget: CompletionBudget

    // MARK: Walking

    /// What a path leads to; nil if that cannot be known without running something.
    func resolve(_ path: LuaPath) -> Subject? {
        var subject: Subject?
        var steps = path.steps[...]
        switch path.root {
        case .text: subject = .text
        case .name(let name):
            if case .member(let function)? = steps.first, steps.dropFirst().first == .call,
                name == "stet",
                let shape = HostShape.result(ofModule: String(decoding: function, as: UTF8.self))
            {
                subject = .shape(shape)
                steps = steps.dropFirst(2)
            } else {
                subject = root(name)
            }
        }
        for step in steps {
            guard let now = subject else { return nil }
            subject = advance(now, step)
        }
        return subject
    }

    private func root(_ name: String) -> Subject? {
        let field = scope.layout?.column(named: name)
        if scope.names == .query, let field { return subject(of: field) }
        stack.pushCopy(environment)
        if push(member: Array(name.utf8)) { return .value }
        if scope.names == .draft, let field { return subject(of: field) }
        return nil
    }

    private func subject(of column: CollectionColumn) -> Subject? {
        switch column.format.field.type {
        case .string, .date: .text
        case .integer, .number, .boolean: nil
        }
    }

    private func advance(_ subject: Subject, _ step: LuaPath.Step) -> Subject? {
        switch (subject, step) {
        case (_, .call): return nil
        case (.text, _): return nil
        case (.shape(let shape), .member(let name)):
            let name = String(decoding: name, as: UTF8.self)
            if let member = shape.member(name) { return .shape(member) }
            return shape.kind == .record || shape.kind == .draft
                ? shape.table?.collection.layout.column(named: name).flatMap(self.subject) : nil
        case (.shape(let shape), .method(let name)):
            return shape.result(of: name).map(Subject.shape)
        case (.shape, .element): return nil
        case (.value, _):
            if let shape = HostShape(at: stack.top, of: stack) {
                return advance(.shape(shape), step)
            }
            switch step {
            case .member(let name): return push(member: name) ? .value : nil
            case .element(let number):
                guard stack.type(at: stack.top) == .table else { return nil }
                return stack.pushElement(number, of: stack.top) == .nil ? nil : .value
            case .method, .call: return nil
            }
        }
    }

    /// Pushes what the value on top has under a name, by its tables alone.
    ///
    /// - Returns: false if that is nothing.
    private func push(member name: [UInt8]) -> Bool {
        for _ in 0..<Self.hops where budget.take() {
            if stack.type(at: stack.top) == .table {
                stack.push(name)
                stack.pushValue(ofKeyOnTop: stack.top - 1)
                if stack.type(at: stack.top) != .nil { return true }
                stack.pop()
            }
            guard pushParent() else { return false }
        }
        return false
    }

    /// Pushes the table to which the metatable of the value on top refers for what is missing.
    private func pushParent() -> Bool {
        guard stack.pushMetatable(of: stack.top) else { return false }
        stack.pushField("__index", of: stack.top)
        return stack.type(at: stack.top) == .table
    }

    // MARK: Listing

    /// Calls the body with each name that the value on top has, and with the value's type for the
    /// ending; the value lies on top then.
    func forEachMember(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
        let base = stack.top
        defer { stack.setTop(base) }
        for _ in 0..<Self.hops {
            if stack.type(at: stack.top) == .table {
                let table = stack.top
                stack.pushNil()
                while stack.nextPair(of: table) {
                    var goesOn = true
                    if stack.type(at: -2) == .string {
                        goesOn = stack.withBytes(at: -2, body) ?? true
                    } else {
                        goesOn = budget.take()
                    }
                    guard goesOn else { return }
                    stack.pop()
                }
            }
            guard pushParent() else { return }
        }
    }

    /// Whether the value on top can be called.
    var isCallable: Bool {
        if stack.type(at: stack.top) == .function { return true }
        let base = stack.top
        defer { stack.setTop(base) }
        guard stack.type(at: base) == .table || stack.type(at: base) == .userdata,
            stack.pushMetatable(of: base)
        else { return false }
        return stack.pushField("__call", of: stack.top) == .function
    }

    /// What goes on after the value on top.
    var ending: String {
        switch stack.type(at: stack.top) {
        case .function: return "("
        case .table: return "."
        case .userdata:
            if let shape = HostShape(at: stack.top, of: stack) {
                return shape.members.isEmpty ? ":" : "."
            }
            return stack.hostType(at: stack.top)?.methodNames.isEmpty == false ? ":" : ""
        default: return ""
        }
    }
}
