import LuaKit

/// Decides what an entry is, by asking Lua's own parser.
struct EntryParser {
    enum Parsed {
        case empty
        /// It could be the beginning of something longer.
        case incomplete
        /// The compiled function is on top of the stack.
        case complete(isExpression: Bool)
        case failure(LuaError)
    }

    /// What messages call the text that was typed.
    static let chunkName = "=stdin"

    /// Compiles an entry, first as an expression, then as statements.
    ///
    /// - Parameters:
    ///   - firstLine: the number of its first line, from 1, for messages.
    ///   - environment: the index of the table that its globals live in.
    static func parse(
        _ entry: [UInt8], firstLine: Int = 1, environment: Int, on stack: LuaStack
    ) -> Parsed {
        guard entry.contains(where: { !isSpace($0) }) else { return .empty }
        // With a line end after it, an unfinished string is an error at once.
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: firstLine - 1)
        let text = entry + [UInt8(ascii: "\n")]
        do throws(LuaError) {
            try stack.load(
                lines + Array("return ".utf8) + text, name: chunkName, environment: environment)
            return .complete(isExpression: true)
        } catch let expression {
            if !isSyntax(expression) { return .failure(expression) }
            do throws(LuaError) {
                try stack.load(lines + text, name: chunkName, environment: environment)
                return .complete(isExpression: false)
            } catch let statement {
                if isIncomplete(expression) || isIncomplete(statement) { return .incomplete }
                return .failure(further(expression, statement, entry))
            }
        }
    }

    /// Of two failures that of the parse which got further; if in doubt, that of the statements.
    private static func further(
        _ expression: LuaError, _ statement: LuaError, _ entry: [UInt8]
    ) -> LuaError {
        let (left, right) = (expression.position?.line ?? 0, statement.position?.line ?? 0)
        if left != right { return left > right ? expression : statement }
        let start = entry.drop(while: isSpace)
        func failsAtStart(_ error: LuaError) -> Bool {
            guard let quote = error.message.range(ofNear: "near '") else { return false }
            let token = Array(error.message[quote...].utf8.dropLast())
            return start.starts(with: token)
        }
        return failsAtStart(statement) && !failsAtStart(expression) ? expression : statement
    }

    private static func isSyntax(_ error: LuaError) -> Bool {
        if case .syntax = error.kind { true } else { false }
    }

    private static func isIncomplete(_ error: LuaError) -> Bool {
        error.kind == .syntax(isIncomplete: true)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (9...13).contains(byte)
    }
}

extension String {
    /// Where the text after the last occurrence of a phrase begins.
    fileprivate func range(ofNear phrase: String) -> String.Index? {
        var search = endIndex
        while search > startIndex {
            search = index(before: search)
            if self[search...].hasPrefix(phrase) {
                return index(search, offsetBy: phrase.count)
            }
        }
        return nil
    }
}
