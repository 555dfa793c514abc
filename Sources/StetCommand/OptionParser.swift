import StetScripting
import StetText

/// Reads a subcommand's options: `--name value`, `--name=value`, `-n value`, `-nvalue`.
struct OptionParser {
    /// One option; flags take no value.
    struct Option {
        var names: [String]
        var takesValue: Bool

        static func value(_ names: String...) -> Option { Option(names: names, takesValue: true) }
        static func flag(_ names: String...) -> Option { Option(names: names, takesValue: false) }
    }

    private let command: String
    private let options: [Option]
    private var rest: [String]
    /// Everything after this is an operand: after `--`, or after the first one if so wished.
    private var isLiteral = false
    private let stopsAtOperand: Bool

    init(
        _ command: String, _ arguments: [String], options: [Option], stopsAtOperand: Bool = false
    ) {
        self.command = command
        self.options = options
        rest = arguments
        self.stopsAtOperand = stopsAtOperand
    }

    enum Item {
        /// An option by its first name.
        case option(String, String)
        case operand(String)
    }

    mutating func next() throws(UsageError) -> Item? {
        guard !rest.isEmpty else { return nil }
        let argument = rest.removeFirst()
        if isLiteral || argument == "-" || !argument.hasPrefix("-") {
            if stopsAtOperand { isLiteral = true }
            return .operand(argument)
        }
        if argument == "--" {
            isLiteral = true
            return try next()
        }
        return try argument.hasPrefix("--") ? long(argument) : short(argument)
    }

    /// What was not looked at yet, taken as it is: the arguments of a script.
    mutating func takeRest() -> [String] {
        defer { rest = [] }
        return rest
    }

    private var hint: String {
        "\"stet help\(command == "stet" ? "" : " \(command)")\" lists "
            + (command == "stet" ? "the commands" : "its options")
    }

    private mutating func long(_ argument: String) throws(UsageError) -> Item {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.names.contains(name) }) else {
            let known = options.flatMap(\.names).filter { $0.hasPrefix("--") }
            throw UsageError(
                "\(command) has no option \(name)"
                    + (Suggestion.nearest(to: name, among: known).map { "; did you mean \($0)?" }
                        ?? ""),
                hint: hint)
        }
        if parts.count == 2 {
            guard option.takesValue else { throw UsageError("\(name) takes no value") }
            return .option(option.names[0], String(parts[1]))
        }
        return try finish(option, as: name)
    }

    private mutating func short(_ argument: String) throws(UsageError) -> Item {
        let name = String(argument.prefix(2))
        guard let option = options.first(where: { $0.names.contains(name) }) else {
            throw UsageError(
                "\(command) has no option \(name)",
                hint: hint)
        }
        let attached = String(argument.dropFirst(2))
        guard !attached.isEmpty else { return try finish(option, as: name) }
        if option.takesValue { return .option(option.names[0], attached) }
        rest.insert("-" + attached, at: 0)
        return .option(option.names[0], "")
    }

    private mutating func finish(_ option: Option, as name: String) throws(UsageError) -> Item {
        guard option.takesValue else { return .option(option.names[0], "") }
        guard !rest.isEmpty else { throw UsageError("\(name) needs a value") }
        return .option(option.names[0], rest.removeFirst())
    }

    /// A number above zero.
    static func positive(_ text: String, for name: String) throws(UsageError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw UsageError("\(name) takes a whole number above 0, not \"\(text)\"")
        }
        return number
    }

    /// An amount of memory that a world of Lua can live in.
    static func memoryLimit(_ text: String) throws(UsageError) -> Int {
        if let limit = ByteSize.parse(text), limit >= RuleSettings.leastMemory { return limit }
        throw UsageError(
            "--memory-limit takes a size of at least \(ByteSize.text(RuleSettings.leastMemory)), "
                + "not \"\(text)\"",
            hint: "for example: --memory-limit \"128 MiB\"")
    }

    /// One of an enumeration's names.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, for name: String
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        throw UsageError(
            "\(name) takes \(English.list(known, joiner: "or")), not \"\(text)\""
                + Suggestion.hint(for: text, among: known))
    }
}
