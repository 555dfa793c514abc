import LuaKit
import StetText

/// Other caps than the usual ones: what the `settings` of a rules file ask for, what the user has
/// granted it, or what the options of a command say. nil: nothing is said about that cap.
package struct RuleSettings: Hashable, Sendable {
    /// Processor time of one call, in milliseconds.
    package var call: Int?
    /// Processor time to load the file, in milliseconds.
    package var load: Int?
    /// Bytes that a worker's rules may hold.
    package var memory: Int?

    package init(call: Int? = nil, load: Int? = nil, memory: Int? = nil) {
        self.call = call
        self.load = load
        self.memory = memory
    }

    package var isEmpty: Bool { self == RuleSettings() }

    /// Those that are higher than the caps.
    package func above(_ caps: RuleCaps) -> RuleSettings {
        func higher(_ value: Int?, _ cap: Int) -> Int? { value.flatMap { $0 > cap ? $0 : nil } }
        return RuleSettings(
            call: higher(call, caps.call), load: higher(load, caps.load),
            memory: higher(memory, caps.memory))
    }

    /// Whether each is granted: lower caps always are.
    package func isCovered(by granted: RuleSettings) -> Bool {
        func covers(_ value: Int?, _ limit: Int?) -> Bool {
            value.map { $0 <= limit ?? 0 } ?? true
        }
        return covers(call, granted.call) && covers(load, granted.load)
            && covers(memory, granted.memory)
    }

    // MARK: As text

    /// One text for each, as the trust store keeps it: `call_seconds = 2`.
    package var grants: [String] {
        [
            call.map { "call_seconds = \(Self.seconds($0))" },
            load.map { "load_seconds = \(Self.seconds($0))" },
            memory.map { "memory = \"\(ByteSize.text($0))\"" },
        ].compactMap { $0 }
    }

    /// Reads what `grants` wrote; what it did not write is no grant.
    package init(grants: [String]) {
        for grant in grants {
            let parts = grant.split(separator: "=", maxSplits: 1).map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard parts.count == 2 else { continue }
            switch parts[0] {
            case "call_seconds": call = Double(parts[1]).flatMap(Self.milliseconds)
            case "load_seconds": load = Double(parts[1]).flatMap(Self.milliseconds)
            case "memory":
                memory = ByteSize.parse(
                    parts[1].filter { $0 != "\"" && $0 != "," }
                        .replacing(" bytes", with: "").replacing(" byte", with: ""))
            default: break
            }
        }
    }

    /// `0.5`, `2`
    package static func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0
            ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }

    /// Up to a day, and no less than the clock can tell.
    ///
    /// - Returns: nil for what is no such time.
    package static func milliseconds(_ seconds: Double) -> Int? {
        guard seconds > 0, seconds <= 86_400 else { return nil }
        return max(10, Int((seconds * 1000).rounded(.up)))
    }

    /// The least that a world of rules can live in.
    package static let leastMemory = 1 << 20
    private static let names = ["call_seconds", "load_seconds", "memory"]

    // MARK: From Lua

    /// Reads the table at an index.
    ///
    /// - Throws: a message without the file's name.
    init(_ stack: LuaStack, at index: Int) throws(RulesError) {
        let table = stack.absolute(index)
        guard stack.type(at: table) == .table else {
            throw RulesError("settings must be a table")
        }
        for name in try stack.names(of: table) {
            guard Self.names.contains(name) else {
                throw RulesError(
                    "settings: unknown name \"\(name)\""
                        + Suggestion.hint(for: name, among: Self.names))
            }
        }
        call = try Self.time("call_seconds", of: table, stack)
        load = try Self.time("load_seconds", of: table, stack)
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField("memory", of: table) != .nil else { return }
        guard let bytes = stack.integer(at: -1) ?? stack.string(at: -1).flatMap(ByteSize.parse),
            bytes >= Self.leastMemory, bytes <= 1 << 46
        else {
            throw RulesError(
                "settings: memory is a number of bytes or a text such as \"128 MiB\", and at least "
                    + ByteSize.text(Self.leastMemory))
        }
        memory = bytes
    }

    private static func time(
        _ name: String, of table: Int, _ stack: LuaStack
    ) throws(RulesError) -> Int? {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushField(name, of: table) != .nil else { return nil }
        guard let time = stack.number(at: -1).flatMap(milliseconds) else {
            throw RulesError(
                "settings: \(name) is a number of seconds above 0 and at most a day (86400)")
        }
        return time
    }
}

extension RuleCaps {
    /// These caps with the settings in their place.
    package func replaced(by settings: RuleSettings) -> RuleCaps {
        var caps = self
        caps.call = settings.call ?? call
        caps.load = settings.load ?? load
        caps.memory = settings.memory ?? memory
        return caps
    }

    /// These caps with the settings that are higher.
    package func raised(by settings: RuleSettings) -> RuleCaps {
        replaced(by: settings.above(self))
    }
}
