import LuaKit

/// Runs entries in the host's world and prints their values.
final class Evaluator {
    let host: PromptHost
    /// Makes what writes values.
    var printer: (LuaStack, ValuePrinter.Limits) -> ValuePrinter = {
        ValuePrinter($0, limits: $1)
    }
    /// Shows the value at an index if it has a form of its own, as records do.
    ///
    /// - Returns: false if it is to be printed as any value.
    var showOwnForm: (LuaStack, Int) throws(LuaError) -> Bool = { _, _ in false }
    /// The value of each of the last entries that had one, the newest first.
    private var recent: [LuaValue] = []
    /// Those of the last entry that had any.
    private(set) var lastValues: [LuaValue] = []

    /// How many results `_1`, `_2`, … reach.
    private static let kept = 3

    init(_ host: PromptHost) {
        self.host = host
    }

    /// Runs an entry if it is complete.
    ///
    /// - Parameters:
    ///   - environment: where its names are looked up.
    ///   - limits: of the values that it prints.
    /// - Returns: false if the entry asks for more.
    func evaluate(
        _ entry: [UInt8], at place: EntryPlace, environment: LuaReference,
        limits: ValuePrinter.Limits
    ) throws(LuaError) -> Bool {
        let stack = try host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(environment)
        let names = stack.top
        let isExpression: Bool
        // Line ends before it make the lines in messages those of the input.
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: place.padding)
        switch stack.parseEntry(lines + entry, name: "=" + place.chunk, environment: names) {
        case .incomplete: return false
        case .wrong(let error): throw error
        case .complete(let value): isExpression = value
        }
        if !isExpression, Self.mentionsLocal(entry) {
            stack.push(host.environment)
            stack.insert(names)
            stack.remove(names + 1)
            try stack.callKeepingLocals(environment: names)
        } else {
            try stack.call(arguments: 0)
        }
        try show(stack, from: names + 1, isExpression: isExpression, limits: limits)
        return true
    }

    /// Runs a whole script. Its local variables, as they are at its end, become globals.
    func runScript(
        _ text: [UInt8], name: String, arguments: [String] = []
    ) throws(LuaError) {
        let stack = try host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        stack.push(host.environment)
        let body = text.starts(with: Array("#!".utf8)) ? Array("--".utf8) + text : text
        try stack.load(body, name: name, environment: stack.top)
        try stack.reserve(arguments.count)
        for argument in arguments { stack.push(argument) }
        if Self.mentionsLocal(text) {
            try stack.callKeepingLocals(arguments: arguments.count, environment: base + 1)
        } else {
            try stack.call(arguments: arguments.count)
        }
    }

    /// The last values without limits on their size.
    func showAll(width: Int) throws(LuaError) {
        let stack = try host.state.stack()
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(lastValues.count + 1)
        for value in lastValues { stack.push(value) }
        write(stack, from: base + 1, count: lastValues.count, limits: .unlimited(width: width))
    }

    private func show(
        _ stack: LuaStack, from first: Int, isExpression: Bool, limits: ValuePrinter.Limits
    ) throws(LuaError) {
        let count = stack.top - first + 1
        guard count > 0 else { return }
        if isExpression, count == 1, stack.type(at: first) == .nil { return }
        keep(stack, from: first, count: count)
        // A record comes with the number of those that have its key.
        let isFound = count == 2 && stack.isInteger(at: first + 1)
        if count == 1 || isFound, try showOwnForm(stack, first) { return }
        write(stack, from: first, count: count, limits: limits)
    }

    private func write(
        _ stack: LuaStack, from first: Int, count: Int, limits: ValuePrinter.Limits
    ) {
        for index in 0..<count {
            let label = count > 1 ? "\(index + 1): " : ""
            var printer = printer(stack, limits)
            host.writeLine(label + printer.text(at: first + index, column: label.count))
        }
    }

    /// Makes `_` the table of these values, and `_1` the first of them.
    private func keep(_ stack: LuaStack, from first: Int, count: Int) {
        lastValues = (0..<count).map { stack.value(at: first + $0) }
        recent.insert(stack.value(at: first), at: 0)
        if recent.count > Self.kept { recent.removeLast() }
        stack.push(host.environment)
        let environment = stack.top
        stack.pushTable(array: count, hash: 1)
        for index in 0..<count {
            stack.pushCopy(first + index)
            stack.setElement(index + 1, of: environment + 1)
        }
        stack.push(count)
        stack.setField("n", of: environment + 1)
        stack.setField("_", of: environment)
        for (index, value) in recent.enumerated() {
            stack.push(value)
            stack.setField("_\(index + 1)", of: environment)
        }
        stack.setTop(first + count - 1)
    }

    private static func mentionsLocal(_ entry: [UInt8]) -> Bool {
        let lexer = LuaLexer(entry)
        return lexer.tokens.indices.contains { lexer.is($0, "local") }
    }
}
