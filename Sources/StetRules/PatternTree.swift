/// A pattern of the simple kind: characters, classes, groups, alternatives and quantifiers.
///
/// Whether a whole value matches such a pattern depends on nothing but whether the value is in
/// the pattern's language.
indirect enum PatternTree {
    /// One character out of a set.
    case character(CodePointSet)
    case sequence([PatternTree])
    case alternatives([PatternTree])
    /// `upTo` nil: without bound.
    case repeated(PatternTree, from: Int, upTo: Int?)

    /// nil if the pattern is not of the simple kind; PCRE2 is then the one to ask.
    init?(_ source: String) {
        var parser = Parser(Array(source.unicodeScalars))
        guard let tree = parser.pattern() else { return nil }
        self = tree
    }
}

/// Reads PCRE2's syntax as far as it is simple, and gives up on anything that it does not know
/// for certain.
private struct Parser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var end: Int

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        end = scalars.count
    }

    /// The match is anchored, so `^` in front and `$` behind add nothing.
    mutating func pattern() -> PatternTree? {
        _ = take("^")
        if end > index, scalars[end - 1] == "$" {
            let escapes = scalars[index..<(end - 1)].reversed().prefix { $0 == "\\" }.count
            if escapes % 2 == 0 { end -= 1 }
        }
        guard let tree = alternatives(), index == end else { return nil }
        return tree
    }

    private var next: Unicode.Scalar? { index < end ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func takeNext() -> Unicode.Scalar? {
        defer { index += 1 }
        return next
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
        while let next, next != "|", next != ")" {
            guard let atom = atom(), let part = quantified(atom) else { return nil }
            parts.append(part)
        }
        return .sequence(parts)
    }

    private mutating func atom() -> PatternTree? {
        if take("(") {
            if next == "*" { return nil }
            if take("?"), !take(":") { return nil }
            guard let inner = alternatives(), take(")") else { return nil }
            return inner
        }
        if take("[") { return characterClass().map(PatternTree.character) }
        if take("\\") { return escape().map { .character($0.members) } }
        if take(".") { return .character(CodePointSet("\n").complement) }
        guard let scalar = takeNext(), !Self.special.contains(scalar) else { return nil }
        return .character(CodePointSet(scalar))
    }

    private static let special: Set<Unicode.Scalar> = [
        "^", "$", "*", "+", "?", "{", "}", "]", ")", "|",
    ]

    private mutating func quantified(_ atom: PatternTree) -> PatternTree? {
        let result: PatternTree
        if take("*") {
            result = .repeated(atom, from: 0, upTo: nil)
        } else if take("+") {
            result = .repeated(atom, from: 1, upTo: nil)
        } else if take("?") {
            result = .repeated(atom, from: 0, upTo: 1)
        } else if take("{") {
            guard let from = number() else { return nil }
            var upTo: Int? = from
            if take(",") {
                let isOpen = next == "}"
                upTo = isOpen ? nil : number()
                if upTo == nil, !isOpen { return nil }
            }
            guard take("}"), from <= upTo ?? .max else { return nil }
            result = .repeated(atom, from: from, upTo: upTo)
        } else {
            return atom
        }
        // A lazy quantifier has the same language; a possessive one has not.
        _ = take("?")
        if let next, ["*", "+", "?", "{"].contains(next) { return nil }
        return result
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let next, ("0"..."9").contains(next), value ?? 0 < 1000 {
            value = (value ?? 0) * 10 + Int(next.value - 48)
            index += 1
        }
        return value
    }

    /// What stands behind a backslash.
    private struct Escape {
        var members: CodePointSet
        /// Stands for many characters, so it cannot begin or end a range.
        var isType: Bool
    }

    private mutating func escape() -> Escape? {
        guard let scalar = takeNext(), scalar.isASCII else { return nil }
        func type(_ members: CodePointSet) -> Escape { Escape(members: members, isType: true) }
        func one(_ scalar: Unicode.Scalar) -> Escape {
            Escape(members: CodePointSet(scalar), isType: false)
        }
        switch scalar {
        case "d": return type(Self.digits)
        case "D": return type(Self.digits.complement)
        case "w": return type(Self.word)
        case "W": return type(Self.word.complement)
        case "s": return type(Self.space)
        case "S": return type(Self.space.complement)
        case "t": return one("\t")
        case "n": return one("\n")
        case "r": return one("\r")
        case "0"..."9", "A"..."Z", "a"..."z": return nil
        default: return scalar.value < 32 ? nil : one(scalar)
        }
    }

    private static let digits = CodePointSet([48...57])
    private static let word = CodePointSet([48...57, 65...90, 95...95, 97...122])
    private static let space = CodePointSet([9...13, 32...32])

    /// The rest of a class after its bracket.
    private mutating func characterClass() -> CodePointSet? {
        let isNegated = take("^")
        if next == "]" { return nil }
        var set = CodePointSet()
        while let scalar = takeNext() {
            if scalar == "]" { return isNegated ? set.complement : set }
            guard scalar != "[" else { return nil }
            var item = Escape(members: CodePointSet(scalar), isType: false)
            if scalar == "\\" {
                guard let escape = escape() else { return nil }
                item = escape
            }
            if next == "-", index + 1 < end, scalars[index + 1] != "]" {
                guard !item.isType else { return nil }
                index += 1
                guard let last = takeNext(), last != "[" else { return nil }
                var upper = Escape(members: CodePointSet(last), isType: false)
                if last == "\\" {
                    guard let escape = escape(), !escape.isType else { return nil }
                    upper = escape
                }
                guard let low = item.members.ranges.first?.lowerBound,
                    let high = upper.members.ranges.first?.lowerBound, low <= high
                else { return nil }
                item.members = CodePointSet([low...high])
            }
            set = set.union(item.members)
        }
        return nil
    }
}
