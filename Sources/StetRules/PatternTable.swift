/// A pattern of the simple kind, compiled to a table that is walked a byte at a time.
///
/// Whole-value matching asks only whether the text belongs to the pattern's language, so for
/// patterns made of literals, ASCII classes, groups, alternatives and quantifiers this gives
/// exactly PCRE2's answer. Anything else (`.`, negated classes, look-around, back references …)
/// has no table and is left to PCRE2.
///
/// Unsafe code: `rows` holds 256 entries for each state and is immutable after `init`.
final class PatternTable: @unchecked Sendable {
    private let rows: UnsafeMutablePointer<UInt8>
    private let accepts: UnsafeMutablePointer<Bool>

    /// State 0 is dead; state 1 is where a match begins.
    private static let start: UInt8 = 1
    private static let stateLimit = 128
    private static let nodeLimit = 2000

    /// nil if the pattern is not of the simple kind.
    init?(_ source: String) {
        var parser = PatternParser(source)
        guard let tree = parser.parse() else { return nil }
        var builder = NodeBuilder(limit: Self.nodeLimit)
        guard let (first, last) = builder.build(tree) else { return nil }
        guard
            let (table, accepting) = builder.determinize(
                from: first, to: last, limit: Self.stateLimit)
        else { return nil }
        rows = .allocate(capacity: table.count)
        rows.initialize(from: table, count: table.count)
        accepts = .allocate(capacity: accepting.count)
        accepts.initialize(from: accepting, count: accepting.count)
    }

    deinit {
        rows.deallocate()
        accepts.deallocate()
    }

    @inline(__always)
    func matches(_ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let rows = rows
        var state = Self.start
        var index = 0
        while index < count {
            state = rows[Int(state) << 8 | Int(text[index])]
            index += 1
        }
        return accepts[Int(state)]
    }
}

/// The parts of a simple pattern.
indirect enum PatternTree {
    /// One byte out of a set.
    case bytes(Set<UInt8>)
    case sequence([PatternTree])
    case alternatives([PatternTree])
    /// `upTo` nil: without bound.
    case repeated(PatternTree, from: Int, upTo: Int?)
}

/// Reads the simple kind of pattern; gives up on anything that it does not know for certain.
struct PatternParser {
    private var rest: Substring

    init(_ source: String) {
        rest = source[...]
        if rest.hasPrefix("^") { rest = rest.dropFirst() }
        // An escaped dollar is not an anchor.
        if rest.hasSuffix("$"), !rest.hasSuffix("\\$") { rest = rest.dropLast() }
    }

    mutating func parse() -> PatternTree? {
        guard let tree = alternatives(), rest.isEmpty else { return nil }
        return tree
    }

    private mutating func alternatives() -> PatternTree? {
        var branches: [PatternTree] = []
        repeat {
            guard let branch = sequence() else { return nil }
            branches.append(branch)
        } while take("|")
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() -> PatternTree? {
        var parts: [PatternTree] = []
        while let next = rest.unicodeScalars.first, next != "|", next != ")" {
            guard let atom = atom(), let part = quantified(atom) else { return nil }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.unicodeScalars.starts(with: text.unicodeScalars) else { return false }
        rest = Substring(rest.unicodeScalars.dropFirst(text.unicodeScalars.count))
        return true
    }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = rest.unicodeScalars.first else { return nil }
        rest = Substring(rest.unicodeScalars.dropFirst())
        return scalar
    }

    private mutating func atom() -> PatternTree? {
        if take("(") {
            if rest.hasPrefix("?") || rest.hasPrefix("*") {
                guard take("?:") else { return nil }
            }
            guard let inner = alternatives(), take(")") else { return nil }
            return inner
        }
        if take("[") { return characterClass().map(PatternTree.bytes) }
        if take("\\") { return escape().map(PatternTree.bytes) }
        guard let scalar = next() else { return nil }
        guard !"^$.*+?{}]\\".unicodeScalars.contains(scalar) else { return nil }
        return .sequence(String(scalar).utf8.map { .bytes([$0]) })
    }

    private mutating func quantified(_ atom: PatternTree) -> PatternTree? {
        var result = atom
        if take("*") {
            result = .repeated(atom, from: 0, upTo: nil)
        } else if take("+") {
            result = .repeated(atom, from: 1, upTo: nil)
        } else if take("?") {
            result = .repeated(atom, from: 0, upTo: 1)
        } else if take("{") {
            guard let from = number() else { return nil }
            var upTo: Int? = from
            if take(",") { upTo = number() }
            guard take("}"), upTo.map({ $0 >= from && $0 <= 1000 }) ?? true else { return nil }
            result = .repeated(atom, from: from, upTo: upTo)
        } else {
            return atom
        }
        // A lazy quantifier has the same language; a possessive one has not.
        _ = take("?")
        return rest.first.map { "*+?{".contains($0) } == true ? nil : result
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return digits.count <= 4 ? Int(digits) : nil
    }

    private mutating func escape() -> Set<UInt8>? {
        guard let scalar = next(), scalar.isASCII else { return nil }
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        switch scalar {
        case "d": return Self.digits
        case "w": return Self.word
        case "s": return [32, 9, 10, 11, 12, 13]
        case "t": return [9]
        case "n": return [10]
        case "r": return [13]
        default:
            let isAlphanumeric = Self.word.contains(byte) && byte != UInt8(ascii: "_")
            return isAlphanumeric ? nil : [byte]
        }
    }

    private static let digits = Set(UInt8(ascii: "0")...UInt8(ascii: "9"))
    private static let word =
        digits
        .union(UInt8(ascii: "a")...UInt8(ascii: "z"))
        .union(UInt8(ascii: "A")...UInt8(ascii: "Z")).union([UInt8(ascii: "_")])

    /// The rest of a class after its bracket.
    private mutating func characterClass() -> Set<UInt8>? {
        var set: Set<UInt8> = []
        var isFirst = true
        while let scalar = next() {
            if scalar == "]" { return isFirst ? nil : set }
            if isFirst, scalar == "^" { return nil }
            isFirst = false
            guard scalar.isASCII, scalar != "[" else { return nil }
            var low: Set<UInt8> = [UInt8(truncatingIfNeeded: scalar.value)]
            if scalar == "\\" {
                guard let escaped = escape() else { return nil }
                low = escaped
            }
            if rest.hasPrefix("-"), !rest.hasPrefix("-]"), low.count == 1, let from = low.first {
                _ = take("-")
                guard let end = next(), end.isASCII, end != "\\", end != "[",
                    from <= UInt8(truncatingIfNeeded: end.value)
                else { return nil }
                low = Set(from...UInt8(truncatingIfNeeded: end.value))
            }
            set.formUnion(low)
        }
        return nil
    }
}

/// Builds a nondeterministic automaton and makes it deterministic.
private struct NodeBuilder {
    private var edges: [[(bytes: Set<UInt8>, to: Int)]] = []
    private var jumps: [[Int]] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    private mutating func node() -> Int {
        edges.append([])
        jumps.append([])
        return edges.count - 1
    }

    mutating func build(_ tree: PatternTree) -> (first: Int, last: Int)? {
        guard edges.count < limit else { return nil }
        switch tree {
        case .bytes(let bytes):
            let (first, last) = (node(), node())
            edges[first].append((bytes, last))
            return (first, last)
        case .sequence(let parts):
            let first = node()
            var last = first
            for part in parts {
                guard let (start, end) = build(part) else { return nil }
                jumps[last].append(start)
                last = end
            }
            return (first, last)
        case .alternatives(let branches):
            let (first, last) = (node(), node())
            for branch in branches {
                guard let (start, end) = build(branch) else { return nil }
                jumps[first].append(start)
                jumps[end].append(last)
            }
            return (first, last)
        case .repeated(let inner, let from, let upTo):
            let first = node()
            var last = first
            for _ in 0..<from {
                guard let (start, end) = build(inner) else { return nil }
                jumps[last].append(start)
                last = end
            }
            guard let upTo else {
                guard let (start, end) = build(inner) else { return nil }
                let loop = node()
                jumps[last].append(loop)
                jumps[loop].append(start)
                jumps[end].append(loop)
                return (first, loop)
            }
            let exit = node()
            for _ in from..<upTo {
                guard let (start, end) = build(inner) else { return nil }
                jumps[last].append(exit)
                jumps[last].append(start)
                last = end
            }
            jumps[last].append(exit)
            return (first, exit)
        }
    }

    /// All nodes that are reached without reading a byte.
    private func closure(_ nodes: Set<Int>) -> Set<Int> {
        var result = nodes
        var open = Array(nodes)
        while let node = open.popLast() {
            for next in jumps[node] where result.insert(next).inserted { open.append(next) }
        }
        return result
    }

    func determinize(from first: Int, to last: Int, limit: Int) -> ([UInt8], [Bool])? {
        var states: [Set<Int>] = [[], closure([first])]
        var numbers = [states[0]: 0, states[1]: 1]
        var rows = [UInt8](repeating: 0, count: 256)
        var index = 1
        while index < states.count {
            var targets = [Set<Int>](repeating: [], count: 256)
            for node in states[index] {
                for edge in edges[node] {
                    for byte in edge.bytes { targets[Int(byte)].insert(edge.to) }
                }
            }
            for target in targets {
                let state = target.isEmpty ? [] : closure(target)
                let number: Int
                if let known = numbers[state] {
                    number = known
                } else {
                    guard states.count < limit else { return nil }
                    number = states.count
                    states.append(state)
                    numbers[state] = number
                }
                rows.append(UInt8(number))
            }
            index += 1
        }
        return (rows, states.map { $0.contains(last) })
    }
}
