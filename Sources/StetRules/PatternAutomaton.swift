/// A deterministic automaton over bytes, with as few states as its language allows.
struct PatternAutomaton {
    /// The next state for each state and byte: 256 entries for each state.
    private(set) var next: [Int] = []
    private(set) var accepts: [Bool] = []
    private(set) var start = 0

    var stateCount: Int { accepts.count }

    /// nil if the automaton would be larger than is good.
    init?(_ tree: PatternTree, stateLimit: Int) {
        var graph = Graph()
        guard let (first, last) = graph.build(tree) else { return nil }
        guard let states = Subsets(graph, from: first, to: last) else { return nil }
        let (group, count) = Self.merged(states)
        guard count <= stateLimit else { return nil }
        next = Array(repeating: 0, count: count * 256)
        accepts = Array(repeating: false, count: count)
        for (state, number) in group.enumerated() {
            accepts[number] = states.accepts[state]
            for byte in 0..<256 {
                next[number * 256 + byte] =
                    group[states.next[state][Int(states.classOfByte[byte])]]
            }
        }
        start = group[0]
    }

    /// Puts states that no text tells apart into one group.
    private static func merged(_ states: Subsets) -> (group: [Int], count: Int) {
        var group = states.accepts.map { $0 ? 1 : 0 }
        var count = Set(group).count
        while true {
            var numbers: [[Int]: Int] = [:]
            var finer: [Int] = []
            for state in group.indices {
                let signature = [group[state]] + states.next[state].map { group[$0] }
                let number = numbers[signature] ?? numbers.count
                numbers[signature] = number
                finer.append(number)
            }
            group = finer
            if numbers.count == count { return (group, count) }
            count = numbers.count
        }
    }
}

/// The nondeterministic automaton of a pattern.
private struct Graph {
    struct Edge {
        var bytes: ClosedRange<UInt8>
        var target: Int
    }

    private(set) var edges: [[Edge]] = []
    private var jumps: [[Int]] = []
    private static let nodeLimit = 3000

    private mutating func node() -> Int {
        edges.append([])
        jumps.append([])
        return edges.count - 1
    }

    mutating func build(_ tree: PatternTree) -> (first: Int, last: Int)? {
        guard edges.count < Self.nodeLimit else { return nil }
        switch tree {
        case .character(let set):
            let (first, last) = (node(), node())
            for sequence in set.encoded {
                var from = first
                for (index, bytes) in sequence.enumerated() {
                    let target = index == sequence.count - 1 ? last : node()
                    edges[from].append(Edge(bytes: bytes, target: target))
                    from = target
                }
            }
            return (first, last)
        case .sequence(let parts):
            let first = node()
            var last = first
            for part in parts { guard append(part, &last) else { return nil } }
            return (first, last)
        case .alternatives(let branches):
            let (first, last) = (node(), node())
            for branch in branches {
                var end = first
                guard append(branch, &end) else { return nil }
                jumps[end].append(last)
            }
            return (first, last)
        case .repeated(let inner, let from, let upTo):
            let (first, exit) = (node(), node())
            var last = first
            for _ in 0..<from { guard append(inner, &last) else { return nil } }
            if let upTo {
                for _ in from..<upTo {
                    jumps[last].append(exit)
                    guard append(inner, &last) else { return nil }
                }
            } else {
                let loop = node()
                jumps[last].append(loop)
                last = loop
                guard append(inner, &last) else { return nil }
                jumps[last].append(loop)
                last = loop
            }
            jumps[last].append(exit)
            return (first, exit)
        }
    }

    private mutating func append(_ tree: PatternTree, _ last: inout Int) -> Bool {
        guard let (start, end) = build(tree) else { return false }
        jumps[last].append(start)
        last = end
        return true
    }

    /// The nodes that are reached without reading a byte, sorted.
    func closure(_ nodes: [Int]) -> [Int] {
        var result = Set(nodes)
        var open = nodes
        while let node = open.popLast() {
            for next in jumps[node] where result.insert(next).inserted { open.append(next) }
        }
        return result.sorted()
    }
}

/// The deterministic automaton whose states are sets of a graph's nodes.
private struct Subsets {
    /// Bytes that no edge tells apart are one class.
    private(set) var classOfByte: [UInt8] = []
    private(set) var next: [[Int]] = []
    private(set) var accepts: [Bool] = []
    private static let limit = 600

    init?(_ graph: Graph, from first: Int, to last: Int) {
        var begins = [Bool](repeating: false, count: 257)
        begins[0] = true
        for edge in graph.edges.joined() {
            begins[Int(edge.bytes.lowerBound)] = true
            begins[Int(edge.bytes.upperBound) + 1] = true
        }
        let firstOfClass = (0..<256).filter { begins[$0] }.map { UInt8($0) }
        var current = 0
        for byte in 0..<256 {
            if byte > 0, begins[byte] { current += 1 }
            classOfByte.append(UInt8(current))
        }

        var sets = [graph.closure([first])]
        var numbers = [sets[0]: 0]
        while next.count < sets.count {
            let set = sets[next.count]
            accepts.append(set.contains(last))
            var row: [Int] = []
            for byte in firstOfClass {
                var targets: [Int] = []
                for node in set {
                    for edge in graph.edges[node] where edge.bytes.contains(byte) {
                        targets.append(edge.target)
                    }
                }
                let target = targets.isEmpty ? [] : graph.closure(targets)
                if let number = numbers[target] {
                    row.append(number)
                } else {
                    guard sets.count < Self.limit else { return nil }
                    row.append(sets.count)
                    numbers[target] = sets.count
                    sets.append(target)
                }
            }
            next.append(row)
        }
    }
}
