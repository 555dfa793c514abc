import LuaKit
import StetSessions

/// Runs functions of a script for sheets, dialogs and split views.
///
/// What a function raises becomes a refusal of the reason `handler`. Some functions may wait for
/// a dialog's answer: each of these runs in a coroutine of its own, which goes on when the answer
/// comes. They may wait for nothing else.
final class ScriptFlows {
    /// What a function is given, and how many values that is.
    typealias Arguments = (LuaStack) -> Int

    private unowned let state: LuaState
    private let create: LuaReference
    private let resume: LuaReference
    private let status: LuaReference
    private let close: LuaReference
    /// The coroutines that wait for an answer.
    private var waiting: [UnsafeRawPointer: LuaReference] = [:]
    /// Those that were made here; the script has others, which may yield as they like.
    private var own: [UnsafeRawPointer: LuaReference] = [:]
    /// The script is coming to its end, for which no handler is to blame.
    private(set) var isEnding = false

    /// - Parameter environment: where the trusted environment is on the stack.
    init(_ state: LuaState, environment: Int, of stack: LuaStack) {
        self.state = state
        let base = stack.top
        defer { stack.setTop(base) }
        stack.pushField("coroutine", of: environment)
        func take(_ name: String) -> LuaReference {
            stack.pushField(name, of: base + 1)
            return stack.reference(at: -1)
        }
        create = take("create")
        resume = take("resume")
        status = take("status")
        close = take("close")
    }

    // MARK: Functions that answer at once

    /// Calls a function that cannot wait, and reads its results, the first of which is at the
    /// index that `read` gets.
    func call<Result>(
        _ function: LuaReference, _ arguments: Arguments,
        _ read: (LuaStack, Int) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        do {
            let stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(16)
            stack.push(function)
            try stack.call(arguments: arguments(stack))
            return try read(stack, base + 1)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw self.refusal(error)
        }
    }

    /// Reads something with the help of Lua's stack, which is afterwards as it was.
    func withStack<Result>(
        _ body: (LuaStack) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let stack: LuaStack
        do throws(LuaError) {
            stack = try state.stack()
            try stack.reserve(16)
        } catch {
            throw refusal(error)
        }
        return try stack.scope { () throws(Refusal) in try body(stack) }
    }

    /// Calls a function for what it does.
    func run(_ function: LuaReference, _ arguments: Arguments) throws(Refusal) {
        try call(function, arguments) { _, _ in }
    }

    private func refusal(_ error: any Error) -> Refusal {
        var message = String(describing: error)
        if let error = error as? LuaError {
            switch error.kind {
            case .exit, .interrupted, .timeLimit, .closed: isEnding = true
            default: break
            }
            if error.message.hasPrefix("attempt to yield") {
                message = "it cannot wait: it has to answer at once"
            }
        }
        return Refusal(.handler, message)
    }

    // MARK: Functions that may wait

    /// Starts a function that may wait for the answers of dialogs.
    ///
    /// - Throws: what it raises before it first waits, or that it yields.
    func start(_ function: LuaReference, _ arguments: Arguments) throws(Refusal) {
        do {
            let stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(16)
            stack.push(create)
            stack.push(function)
            try stack.call(arguments: 1, results: 1)
            let thread = stack.reference(at: -1)
            if let identity = stack.identity(at: -1) { own[identity] = thread }
            try goOn(thread, on: stack, arguments)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw refusal(error)
        }
    }

    /// The coroutine at an index waits, until `answered` is called for it.
    func wait(threadAt index: Int, of stack: LuaStack) -> LuaReference {
        let thread = stack.reference(at: index)
        if let identity = stack.identity(at: index) { waiting[identity] = thread }
        return thread
    }

    /// The coroutine has what it waited for.
    ///
    /// - Throws: what it raises before it next waits, or that it yields.
    func answered(_ thread: LuaReference) throws(Refusal) {
        do {
            let stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(16)
            stack.push(thread)
            guard let identity = stack.identity(at: -1) else { return }
            waiting[identity] = nil
            // Only one that hangs in its question is woken; it may have been closed.
            guard try isSuspended(thread, on: stack) else { return }
            try goOn(thread, on: stack) { _ in 0 }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw refusal(error)
        }
    }

    private func isSuspended(_ thread: LuaReference, on stack: LuaStack) throws -> Bool {
        stack.push(status)
        stack.push(thread)
        try stack.call(arguments: 1, results: 1)
        return stack.string(at: -1) == "suspended"
    }

    private func goOn(
        _ thread: LuaReference, on stack: LuaStack, _ arguments: Arguments
    ) throws {
        let base = stack.top
        stack.push(thread)
        let identity = stack.identity(at: -1)
        stack.push(resume)
        stack.push(thread)
        try stack.call(arguments: 1 + arguments(stack))
        let isDone = stack.boolean(at: base + 2)
        let message = isDone ? "" : stack.description(at: base + 3)
        stack.setTop(base)
        let isSuspended = try isSuspended(thread, on: stack)
        if let identity, !isSuspended { own[identity] = nil }
        guard isDone else { throw Refusal(.handler, message) }
        guard isSuspended, let identity, waiting[identity] == nil, own[identity] != nil else {
            return
        }
        own[identity] = nil
        stack.push(close)
        stack.push(thread)
        try stack.call(arguments: 1, results: 0)
        throw Refusal(.handler, "it yielded: it may wait only for the answer of ask")
    }
}
