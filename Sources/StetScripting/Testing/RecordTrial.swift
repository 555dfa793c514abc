import LuaKit
import StetCheck
import StetCore

/// Records of a test, held to rules by the check that files are held to.
///
/// A record by itself is a table of one record, without the rules over many: folds, and values in
/// order. A list of records is a table with all its rules.
struct RecordTrial {
    private let world: TestWorld
    private let call: LuaCall

    /// - Parameter call: rules (a path of the test file, or a table) and a record, or a list of
    ///   them.
    init(_ world: TestWorld, _ call: LuaCall) {
        self.world = world
        self.call = call
    }

    /// - Returns: the number of results: a list of findings; or nil and why there is none.
    func run() throws -> Int {
        let stack = call.stack
        guard call.count >= 2, stack.type(at: 2) == .table else {
            return call.failure(
                "a record is a table of its fields, not a \(stack.typeName(at: 2))")
        }
        do {
            var (rules, name) = try readRules()
            let places = isList ? Array(1...stack.length(of: 2)) : []
            if !isList { rules = rules.withoutFolds }
            let columns = try columns(rules.schema, places)
            let records =
                try places.isEmpty
                ? [record(at: 2, columns, rules.schema)]
                : places.map { place in
                    try stack.scope {
                        stack.pushElement(place, of: 2)
                        return try record(at: stack.top, columns, rules.schema)
                    }
                }
            let findings = try check(records, columns, rules, name: name)
            stack.pushTable(array: findings.count)
            for (index, finding) in findings.enumerated() {
                finding.push(on: stack)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            return 1
        } catch let error as LuaError {
            throw error
        } catch {
            return call.failure(String(describing: error))
        }
    }

    /// The second argument holds records rather than fields.
    private var isList: Bool {
        call.stack.scope {
            call.stack.pushElement(1, of: 2) == .table
        }
    }

    // MARK: Rules

    private func readRules() throws -> (CollectionRules, name: String) {
        let stack = call.stack
        if stack.type(at: 1) == .table {
            let rules = try TableRules(world.host.state, at: 1, plugins: world.host.plugins?.names)
            return (
                CollectionRules(schema: rules.schema, scripts: rules, isInScript: true),
                world.resolve("record")
            )
        }
        guard let given = stack.string(at: 1) else {
            throw HostError("rules are a path or a table, not a \(stack.typeName(at: 1))")
        }
        let path = world.resolve(given)
        let rules = try fileRules(path)
        // What the rules refer to stands beside them.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return (CollectionRules(schema: rules.schema, scripts: rules), folder + "record")
    }

    /// A test may write the rules that it tries, so that it is their text that counts.
    private func fileRules(_ path: String) throws -> LuaRules {
        let text = try FileText.read(path)
        if let known = world.rules[path], known.text == text { return known.rules }
        let rules = try LuaRules(path: path)
        world.rules[path] = (text, rules)
        return rules
    }

    // MARK: Records

    /// The fields that the rules declare, then those that only the records have.
    private func columns(_ schema: Schema, _ places: [Int]) throws -> [String] {
        var columns = schema.fields.map(\.name)
        var known = Set(columns)
        for name in schema.key where known.insert(name).inserted { columns.append(name) }
        var others: Set<String> = []
        let stack = call.stack
        func read(_ index: Int) throws {
            guard stack.type(at: index) == .table else {
                throw HostError("a record is a table, not a \(stack.typeName(at: index))")
            }
            try stack.forEachPair(of: index) {
                guard let name = stack.string(at: -2) else {
                    throw HostError(
                        "a record has the names of fields as keys, not a "
                            + stack.typeName(at: -2))
                }
                if !known.contains(name) { others.insert(name) }
            }
        }
        if places.isEmpty { try read(2) }
        for place in places {
            try stack.scope {
                stack.pushElement(place, of: 2)
                try read(stack.top)
            }
        }
        return columns + others.sorted()
    }

    private func record(at index: Int, _ columns: [String], _ schema: Schema) throws -> [Cell] {
        let stack = call.stack
        return try columns.map { name in
            let declared = schema.fields.first { $0.name == name }
            let format = FieldFormat(
                field: declared ?? Field(name: name), isDeclared: declared != nil, schema: schema)
            return try stack.scope {
                stack.pushField(name, of: index)
                guard let value = stack.recordValue(at: stack.top) else {
                    throw HostError(
                        "\(name): a \(stack.typeName(at: stack.top)) is no value of a record")
                }
                switch value {
                case .text(let text) where text.isEmpty:
                    return Cell(text, isQuoted: schema.quotedEmptyIsText)
                case .text(let text): return Cell(text)
                default: return try format.cell(for: .value(value))
                }
            }
        }
    }

    // MARK: The check

    private func check(
        _ records: [[Cell]], _ columns: [String], _ rules: CollectionRules, name: String
    ) throws -> [Finding] {
        let source = MemorySource(
            name: name, columns: columns.map { ByteString($0) }, records: records)
        let collection = try OpenedTable.collection(
            of: source, schema: rules.schema, scripts: rules.scripts,
            isInScript: rules.isInScript)
        var options = CheckOptions()
        options.findingLimit = nil
        options.workers = 1
        let check = CollectionCheck(collection, file: nil, options: options)
        return try world.host.withStopper { stopper in
            try check.run(stopper: stopper).findings
        }
    }
}
