/// A Lua value copied whole, tables included: what a host can keep, compare and send elsewhere.
package indirect enum LuaTree: Equatable, Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string([UInt8])
    /// In a settled order: numbers by value, then strings by bytes, then false and true.
    case table([Pair])

    package struct Pair: Equatable, Sendable {
        package var key: LuaTree
        package var value: LuaTree

        package init(key: LuaTree, value: LuaTree) {
            self.key = key
            self.value = value
        }
    }

    /// Whether the value, as a key, comes before another.
    fileprivate func precedes(_ other: LuaTree) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.integer(let left), .number(let right)): Double(left) < right
        case (.number(let left), .integer(let right)): left < Double(right)
        case (.string(let left), .string(let right)): left.lexicographicallyPrecedes(right)
        case (.boolean(let left), .boolean(let right)): !left && right
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .integer, .number: 0
        case .string: 1
        case .boolean: 2
        case .nil, .table: 3
        }
    }
}

/// Why a value cannot be copied whole.
package struct LuaTreeError: Error, Equatable, CustomStringConvertible {
    package enum Problem: Equatable, Sendable {
        /// A table that contains itself.
        case cycle
        /// Tables nested more deeply than this.
        case tooDeep(limit: Int)
        /// What has identity and no content to copy.
        case unfit(typeName: String)
    }

    package var problem: Problem
    /// Where in the value, as Lua would name it: `a.b[3]`; empty: the value itself.
    package var path: String

    package var description: String {
        let place = path.isEmpty ? "the value" : path
        return switch problem {
        case .cycle: "\(place) contains itself"
        case .tooDeep(let limit): "\(place): tables are nested more than \(limit) deep"
        case .unfit(let typeName): "\(place) is a \(typeName), which cannot be copied"
        }
    }
}

extension LuaStack {
    /// Copies the value at an index, without running metamethods.
    ///
    /// - Throws: with the path to the part that cannot be copied.
    package func tree(at index: Int, depthLimit: Int = 64) throws(LuaTreeError) -> LuaTree {
        let base = top
        defer { setTop(base) }
        var open: [UnsafeRawPointer] = []
        return try tree(at: absolute(index), limit: depthLimit, path: "", open: &open)
    }

    private func tree(
        at index: Int, limit: Int, path: String, open: inout [UnsafeRawPointer]
    ) throws(LuaTreeError) -> LuaTree {
        switch value(at: index, named: path) {
        case .success(let plain): return plain
        case .failure(let error):
            guard type(at: index) == .table, let identity = identity(at: index) else {
                throw error
            }
            guard !open.contains(identity) else {
                throw LuaTreeError(problem: .cycle, path: path)
            }
            guard open.count < limit else {
                throw LuaTreeError(problem: .tooDeep(limit: limit), path: path)
            }
            open.append(identity)
            defer { open.removeLast() }
            var pairs: [LuaTree.Pair] = []
            pushNil()
            while nextPair(of: index) {
                let key = try value(at: top - 1, named: path + " (a key)").get()
                pairs.append(
                    LuaTree.Pair(
                        key: key,
                        value: try tree(
                            at: top, limit: limit, path: Self.path(path, key), open: &open)))
                pop()
            }
            return .table(pairs.sorted { $0.key.precedes($1.key) })
        }
    }

    private func value(at index: Int, named path: String) -> Result<LuaTree, LuaTreeError> {
        switch type(at: index) {
        case .none, .nil: .success(.nil)
        case .boolean: .success(.boolean(boolean(at: index)))
        case .number:
            .success(
                isInteger(at: index)
                    ? .integer(integer(at: index) ?? 0) : .number(number(at: index) ?? 0))
        case .string: .success(.string(bytes(at: index) ?? []))
        default:
            .failure(
                LuaTreeError(problem: .unfit(typeName: typeName(at: index)), path: path))
        }
    }

    private static func path(_ path: String, _ key: LuaTree) -> String {
        switch key {
        case .string(let bytes):
            let name = String(decoding: bytes, as: UTF8.self)
            let isName =
                !bytes.isEmpty && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[0])
                && name.unicodeScalars.allSatisfy {
                    $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                        || $0 == "_"
                }
            if isName { return path.isEmpty ? name : "\(path).\(name)" }
            return "\(path)[\"\(name)\"]"
        case .integer(let value): return "\(path)[\(value)]"
        case .number(let value): return "\(path)[\(value)]"
        case .boolean(let value): return "\(path)[\(value)]"
        case .nil, .table: return path
        }
    }

    /// Pushes a copy of a tree.
    package func push(_ tree: LuaTree) {
        switch tree {
        case .nil: pushNil()
        case .boolean(let value): push(value)
        case .integer(let value): push(value)
        case .number(let value): push(value)
        case .string(let bytes): push(bytes)
        case .table(let pairs):
            pushTable(hash: pairs.count)
            let table = top
            for pair in pairs {
                push(pair.key)
                push(pair.value)
                setPair(of: table)
            }
        }
    }
}
