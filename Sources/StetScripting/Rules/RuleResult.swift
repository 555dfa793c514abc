import LuaKit
import StetCore

/// What a rule's function said was wrong, read from its results.
struct RuleResult {
    var field: String?
    var code: String?
    var severity: Severity?
    var message: String?

    /// Reads a verdict table: `{ message =, field =, code =, severity = }`.
    ///
    /// - Throws: `RulesError` that says which member is not what it must be.
    init(table index: Int, of stack: LuaStack) throws(RulesError) {
        let top = stack.top
        defer { stack.setTop(top) }
        for name in try stack.names(of: index) {
            stack.pushField(name, of: index)
            guard let text = stack.string(at: -1) else {
                throw RulesError("the rule returned a table whose \(name) is not text")
            }
            switch name {
            case "message": message = text
            case "field": field = text
            case "code": code = text
            case "severity":
                guard let severity = Severity(rawValue: text) else {
                    throw RulesError("the rule returned the unknown severity \"\(text)\"")
                }
                self.severity = severity
            default: throw RulesError("the rule returned a table with the unknown name \"\(name)\"")
            }
            stack.pop()
        }
    }

    init(message: String?) {
        self.message = message
    }

    /// What a field rule's results mean, given that they are not content.
    static func ofFieldRule(_ stack: LuaStack, first: Int) throws(RulesError) -> RuleResult {
        guard stack.top >= first else {
            throw RulesError("the rule returned no value; end it with \"return true\"")
        }
        guard stack.top > first else { return RuleResult(message: nil) }
        switch stack.type(at: first + 1) {
        case .nil: return RuleResult(message: nil)
        case .string: return RuleResult(message: stack.string(at: first + 1))
        case .table: return try RuleResult(table: first + 1, of: stack)
        default:
            throw RulesError(
                "the rule's message is a \(stack.typeName(at: first + 1)), not text")
        }
    }

    /// What a record rule's or a fold's results mean: any number of findings.
    static func ofRecordRule(_ stack: LuaStack, first: Int) throws(RulesError) -> [RuleResult] {
        switch stack.type(at: first) {
        case .none, .nil: return []
        case .boolean:
            if stack.boolean(at: first) { return [] }
            let message = stack.top > first ? stack.string(at: first + 1) : nil
            return [RuleResult(message: message)]
        case .string: return [RuleResult(message: stack.string(at: first))]
        case .table:
            let count = stack.length(of: first)
            if count == 0 {
                return try stack.names(of: first).isEmpty
                    ? [] : [RuleResult(table: first, of: stack)]
            }
            var results: [RuleResult] = []
            for item in 1...count {
                switch stack.pushElement(item, of: first) {
                case .string: results.append(RuleResult(message: stack.string(at: -1)))
                case .table: results.append(try RuleResult(table: stack.top, of: stack))
                default:
                    throw RulesError(
                        "the rule returned a list with a \(stack.typeName(at: -1)) in it")
                }
                stack.pop()
            }
            return results
        default:
            throw RulesError(
                "the rule returned a \(stack.typeName(at: first)); it may return nothing, true, "
                    + "a message, or a list of findings")
        }
    }
}
