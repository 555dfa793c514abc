import LuaKit
import StetText

/// Writes a value of Lua as a person wants to read it: like source where there is source for it,
/// within limits, saying what was left out.
///
/// Tables are read without metamethods; of a value's own code only `__tostring` runs.
struct ValuePrinter {
    struct Limits {
        /// Columns.
        var width = 80
        /// Tables within tables.
        var depth = 4
        /// Entries of one table.
        var items = 100
        /// Characters of one string.
        var characters = 200
        /// Keys that are sorted; of more, the rest is counted.
        var sortedKeys = 10_000
        var lines = 4_000
        /// Values, of all tables together: each takes memory until all is laid out.
        var nodes = 64 << 10
        /// Bytes of the whole text.
        var bytes = 64 << 10

        init(width: Int = 80) {
            self.width = width
        }

        /// As much as memory and the stack may be trusted with.
        static func unlimited(width: Int) -> Limits {
            var limits = Limits(width: width)
            limits.depth = 200
            limits.items = .max
            limits.sortedKeys = 1_000_000
            limits.characters = .max
            limits.lines = .max
            limits.bytes = 16 << 20
            limits.nodes = 500_000
            return limits
        }
    }

    private let stack: LuaStack
    private let limits: Limits
    /// Tables that are being written, with the way that leads to each.
    private var open: [UnsafeRawPointer: String] = [:]
    /// Whether somebody has had enough of it.
    var isStopped: () -> Bool = { false }
    /// Sets how long a call of a value's own code may take, in milliseconds of processor time; 0
    /// lifts the limit.
    var limitCalls: (_ milliseconds: Int) -> Void = { _ in }
    private var isLimited = false
    /// Descriptions that took too long.
    private var slowCalls = 0
    private static let callTime = 50
    /// After so many of them no value is asked any more.
    private static let mostSlowCalls = 4
    private var used = 0
    private var nodes = 0

    /// Pairs that were looked at, shown or not.
    private var visits = 0
    /// Nothing stops the counting of pairs, so there is an end to it.
    private static let mostVisits = 5_000_000

    init(_ stack: LuaStack, limits: Limits = Limits()) {
        self.stack = stack
        self.limits = limits
    }

    /// The text of the value at an index, whose first line begins at a column.
    mutating func text(at index: Int, column: Int = 0) -> String {
        let index = stack.absolute(index)
        defer {
            if isLimited { limitCalls(0) }
            isLimited = false
        }
        if stack.type(at: index) == .string, let bytes = stack.bytes(at: index),
            let long = LuaLiteral.longString(bytes, limit: limits.characters)
        {
            return long
        }
        let lines = node(at: index, path: "").lines(width: limits.width, column: column)
        guard lines.count > limits.lines else { return lines.joined(separator: "\n") }
        return (lines.prefix(limits.lines) + ["... \(lines.count - limits.lines) more lines"])
            .joined(separator: "\n")
    }

    private var isFull: Bool {
        used >= limits.bytes || nodes >= limits.nodes || nodes & 0x3FF == 0 && isStopped()
    }

    private mutating func node(at index: Int, path: String) -> PrintedNode {
        nodes += 1
        // Deep down it is the indentation that takes room.
        used += 2 * max(0, open.count - 4)
        let text: String
        switch stack.type(at: index) {
        case .none, .nil: text = "nil"
        case .boolean: text = stack.boolean(at: index) ? "true" : "false"
        case .number:
            if stack.isInteger(at: index), let value = stack.integer(at: index) {
                text = LuaLiteral.integer(value)
            } else {
                text = LuaLiteral.number(stack.number(at: index) ?? 0)
            }
        case .string:
            text = LuaLiteral.string(stack.bytes(at: index) ?? [], limit: limits.characters)
        case .function:
            text =
                stack.place(ofFunctionAt: index).map {
                    "function: " + TerminalText.line("\($0.chunk):\($0.line)")
                } ?? "function: built in"
        case .table:
            if let own = ownDescription(at: index) {
                text = own
            } else {
                return table(at: index, path: path)
            }
        case .userdata, .lightUserdata, .thread:
            text = ownDescription(at: index) ?? "<\(typeName(at: index))>"
        }
        used += text.utf8.count
        return .text(text)
    }

    // MARK: Tables

    private mutating func table(at index: Int, path: String) -> PrintedNode {
        guard let identity = stack.identity(at: index) else { return .text("{}") }
        if let known = open[identity] {
            return .text(known.isEmpty ? "<cycle>" : "<cycle \(known)>")
        }
        if open.count >= limits.depth {
            let count = count(of: index)
            return .text(count == 0 ? "{}" : "{... \(count) more}")
        }
        open[identity] = path
        defer { open[identity] = nil }
        do throws(LuaError) {
            try stack.reserve(10)
        } catch {
            return .text("{...}")
        }
        return stack.scope { entries(at: index, path: path) }
    }

    private mutating func entries(at index: Int, path: String) -> PrintedNode {
        if let names = prettyNames(of: index) { return named(names, of: index, path: path) }
        var items: [PrintedNode.Item] = []
        let length = stack.length(of: index)
        var shown = 0
        while shown < length, items.count < limits.items, !isFull {
            shown += 1
            stack.pushElement(shown, of: index)
            items.append(
                PrintedNode.Item(
                    label: "", node: node(at: stack.top, path: "\(path)[\(shown)]")))
            stack.pop()
        }
        let (keys, uncounted) = keys(of: index, beyond: length)
        var left = length - shown + uncounted + keys.count
        for key in keys {
            guard items.count < limits.items, !isFull else { break }
            left -= 1
            stack.push(key.value)
            let step = label(of: key)
            used += step.utf8.count
            let isName = !step.hasPrefix("[")
            let way = path.isEmpty && isName ? step : isName ? "\(path).\(step)" : path + step
            stack.pushValue(ofKeyOnTop: index)
            items.append(
                PrintedNode.Item(label: step + " = ", node: node(at: stack.top, path: way)))
            stack.pop()
        }
        return .table(items, left: left)
    }

    /// The fields that a table's metatable wants shown, in their order: its list `__pretty`.
    private func prettyNames(of index: Int) -> [[UInt8]]? {
        stack.scope {
            guard stack.pushMetatable(of: index),
                stack.pushField("__pretty", of: stack.top) == .table
            else { return nil }
            let list = stack.top
            return (0..<min(stack.length(of: list), limits.items)).compactMap { place in
                stack.pushElement(place + 1, of: list)
                defer { stack.pop() }
                return stack.type(at: -1) == .string ? stack.bytes(at: -1) : nil
            }
        }
    }

    private mutating func named(
        _ names: [[UInt8]], of index: Int, path: String
    ) -> PrintedNode {
        var items: [PrintedNode.Item] = []
        for name in names where !isFull {
            stack.push(name)
            stack.pushValue(ofKeyOnTop: index)
            let step = LuaLiteral.key(name, limit: limits.characters)
            used += step.utf8.count
            items.append(
                PrintedNode.Item(
                    label: step + " = ", node: node(at: stack.top, path: "\(path).\(step)")))
            stack.pop()
        }
        return .table(items, left: 0)
    }

    private struct Key {
        var value: LuaValue
        /// Numbers, strings, booleans, the rest.
        var rank: Int
        var number = 0.0
        var bytes: [UInt8] = []

        static func precedes(_ left: Key, _ right: Key) -> Bool {
            if left.rank != right.rank { return left.rank < right.rank }
            if left.rank == 0 { return left.number < right.number }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }

    /// The keys that are not 1...length, in order, and how many more there are.
    private mutating func keys(of index: Int, beyond length: Int) -> ([Key], Int) {
        var keys: [Key] = []
        var more = 0
        stack.pushNil()
        while stack.nextPair(of: index) {
            stack.pop()
            // The key goes with the stack's scope where the loop ends early.
            if let integer = stack.integer(at: stack.top), integer >= 1, integer <= length {
                continue
            }
            visits += 1
            if visits > Self.mostVisits { return (keys.sorted(by: Key.precedes), more + 1) }
            guard keys.count < limits.sortedKeys else {
                more += 1
                continue
            }
            let value = stack.value(at: stack.top)
            switch value {
            case .integer(let number):
                keys.append(Key(value: value, rank: 0, number: Double(number)))
            case .number(let number): keys.append(Key(value: value, rank: 0, number: number))
            case .string(let bytes): keys.append(Key(value: value, rank: 1, bytes: bytes))
            case .boolean(let flag):
                keys.append(Key(value: value, rank: 2, bytes: [flag ? 1 : 0]))
            default:
                keys.append(Key(value: value, rank: 3, bytes: Array(value.typeName.utf8)))
            }
        }
        return (keys.sorted(by: Key.precedes), more)
    }

    private func label(of key: Key) -> String {
        switch key.value {
        case .string(let bytes): LuaLiteral.key(bytes, limit: limits.characters)
        case .integer(let value): "[\(LuaLiteral.integer(value))]"
        case .number(let value): "[\(LuaLiteral.number(value))]"
        case .boolean(let value): "[\(value)]"
        default: "[<\(key.value.typeName)>]"
        }
    }

    private mutating func count(of table: Int) -> Int {
        stack.scope {
            var count = 0
            stack.pushNil()
            while visits < Self.mostVisits, stack.nextPair(of: table) {
                stack.pop()
                count += 1
                visits += 1
            }
            return count
        }
    }

    // MARK: Values that describe themselves

    /// What a value's `__tostring` says of it, on one line.
    private mutating func ownDescription(at index: Int) -> String? {
        let top = stack.top
        defer { stack.setTop(top) }
        guard stack.pushMetatable(of: index),
            stack.pushField("__tostring", of: stack.top) != .nil
        else { return nil }
        guard slowCalls < Self.mostSlowCalls else {
            return "<\(typeName(at: index)): __tostring was not asked>"
        }
        stack.pushCopy(index)
        if !isLimited { limitCalls(Self.callTime) }
        isLimited = true
        do throws(LuaError) {
            try stack.callCapped(arguments: 1, results: 1)
        } catch {
            if error.kind == .callLimit {
                slowCalls += 1
                return "<\(typeName(at: index)): __tostring took longer than \(Self.callTime) ms>"
            }
            let message = TerminalText.line(error.description)
            return "<\(typeName(at: index)): error in __tostring: \(message)>"
        }
        guard let bytes = stack.bytes(at: stack.top) else {
            return "<\(typeName(at: index)): __tostring gave no string>"
        }
        return TerminalText.line(String(decoding: bytes, as: UTF8.self))
    }

    /// The name that a value's metatable gives it, else that of its type.
    private func typeName(at index: Int) -> String {
        stack.scope {
            guard stack.pushMetatable(of: index) else { return stack.typeName(at: index) }
            stack.pushField("__name", of: stack.top)
            guard let bytes = stack.bytes(at: stack.top) else { return stack.typeName(at: index) }
            return TerminalText.line(String(decoding: bytes, as: UTF8.self))
        }
    }
}
