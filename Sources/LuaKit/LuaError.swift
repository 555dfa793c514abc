/// Why Lua code did not do what it was asked to.
package struct LuaError: Error {
    package enum Kind: Equatable, Sendable {
        /// The text is not Lua. `isIncomplete`: it could be the beginning of something that is.
        case syntax(isIncomplete: Bool)
        case runtime
        case memory
        /// An error in the handling of an error.
        case handler
        case interrupted
        /// It read a value that is not of its field's type, which ends a call without a fuss.
        case skipped
        /// One call took more processor time than a call may.
        case callLimit
        /// The run took more processor time than it may.
        case timeLimit
        /// The script asked to end with this status.
        case exit(status: Int)
        /// The state has been closed, or never opened.
        case closed
    }

    package var kind: Kind
    /// Without the position, if one was found in it.
    package var message: String
    package var position: LuaPosition?
    package var traceback: String?
    /// What the host threw, if the error came from a host function.
    package var underlying: (any Error)?
    /// The plain named values of an error that was a table, by name; for messages.
    package var fields: [(name: String, text: String)] = []
    /// The message of a second error, in a `__close` that ran because of this one.
    package var suppressed: String?

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        (position, self.message) = LuaPosition.split(message)
    }
}

extension LuaError: CustomStringConvertible {
    /// `file:line: message`
    package var description: String {
        position.map { "\($0.chunk):\($0.line): \(message)" } ?? message
    }
}

/// A line of a chunk of Lua.
package struct LuaPosition: Hashable, Sendable {
    package var chunk: String
    package var line: Int

    /// Takes the `chunk:line: ` off a message that begins with one.
    static func split(_ message: String) -> (LuaPosition?, String) {
        var search = message.startIndex
        while let colon = message[search...].firstIndex(of: ":") {
            let rest = message[message.index(after: colon)...]
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix(": "),
                let line = Int(digits)
            {
                let position = LuaPosition(chunk: String(message[..<colon]), line: line)
                return (position, String(rest.dropFirst(digits.count + 2)))
            }
            if rest.prefix(while: { $0 != ":" }).contains("\n") { break }
            search = message.index(after: colon)
        }
        return (nil, message)
    }
}
