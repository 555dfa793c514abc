import LuaKit
import StetSessions

/// A function of a script that a session calls when its time comes.
///
/// It cannot wait, it cannot give orders to the session that called it, and what it raises is a
/// `HandlerError` that bears its name.
struct HandlerCall {
    let state: LuaState
    let function: LuaReference
    /// `on_save`
    let name: String

    /// Calls the function.
    ///
    /// - Parameters:
    ///   - push: pushes the arguments and returns how many they are.
    ///   - read: reads the results, the first of which is at the given index.
    func callAsFunction<Result>(
        _ push: (LuaStack) -> Int, _ read: (LuaStack, Int) throws -> Result
    ) throws(HandlerError) -> Result {
        do {
            let stack = try state.stack()
            let base = stack.top
            defer { stack.setTop(base) }
            try stack.reserve(16)
            stack.push(function)
            let count = push(stack)
            try stack.call(arguments: count)
            return try read(stack, base + 1)
        } catch {
            throw failure(error)
        }
    }

    func failure(_ error: any Error) -> HandlerError {
        var message = String(describing: error)
        if let error = error as? LuaError, error.message.contains("yield across a C-call boundary")
        {
            message = "it cannot wait; a handler answers at once"
        }
        return HandlerError(handler: name, message: message)
    }
}

/// What handlers may answer, read from their results.
extension HandlerCall {
    /// Of `on_save` and `on_delete`: refused by false with or without a message, or by nil with
    /// one. Anything else is done.
    static func answer(_ stack: LuaStack, first: Int) -> HandlerAnswer {
        let message = stack.top > first ? stack.bytes(at: first + 1) : nil
        let text = message.map { String(decoding: $0, as: UTF8.self) }
        switch stack.type(at: first) {
        case .boolean where !stack.boolean(at: first): return .refused(text)
        case .nil: return text.map { .refused($0) } ?? .done
        default: return .done
        }
    }
}
