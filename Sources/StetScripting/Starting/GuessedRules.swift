import StetCheck
import StetCore
import StetStores
import StetText

/// Rules that hold for the whole of a file, guessed from it, and tests of them: what
/// `stet new rules` writes.
package struct GuessedRules {
    private let path: String
    private let stem: String
    private var columns: [ColumnFacts] = []
    private var records = 0
    /// The cells of a record that tests begin with, by column; nil: there is none that is short
    /// enough.
    private var sample: [ByteString]?

    /// Bytes of a record that a test may show.
    private static let sampleLimit = 2_000
    /// Columns with a name that says so are keys before others.
    private static let keyNames: Set<String> = ["id", "key", "code", "number", "no", "nr", "uuid"]

    /// Reads a file to its end.
    ///
    /// - Throws: `StoreError` or `CollectionError` if it cannot be read.
    package init(path: String) throws {
        self.path = path
        let rules = RulesDiscovery.place(of: path)
        stem = String(rules.dropLast(".rules.lua".count))
        let source = try TableSource(path: path)
        records = source.recordCount
        var places: [Int] = []
        var names: Set<String> = []
        for (place, column) in source.columns.enumerated() {
            // A name that is blank, there twice or no text cannot be written in rules.
            guard let name = column.string, !name.isEmpty, names.insert(name).inserted else {
                continue
            }
            places.append(place)
            columns.append(ColumnFacts(name: name))
        }
        var columns = columns
        var sample: [ByteString]?
        try source.scan(records: 0..<source.recordCount, columns: places) { _, cells in
            for (index, cell) in cells.enumerated() { columns[index].add(cell) }
            if sample == nil {
                let texts = cells.map { $0?.text ?? "" }
                let size = texts.reduce(0) { $0 + $1.bytes.count }
                if size <= Self.sampleLimit { sample = texts }
            }
            return true
        }
        self.columns = columns
        self.sample = sample
    }

    package var rulesPath: String { stem + ".rules.lua" }
    package var testPath: String { stem + "_test.lua" }

    /// The column whose values name the records.
    private var key: ColumnFacts? {
        let candidates = columns.filter { column in
            column.isUnique && (column.type == .string || column.type == .integer)
        }
        let named = candidates.first { Self.keyNames.contains($0.name.lowercased()) }
        // One record says nothing of what is unique.
        return named ?? (records > 1 ? candidates.first : nil)
    }

    // MARK: Rules

    package var rulesText: String {
        var lines = [
            "-- Rules of \(LuaLiteral.comment(fileName)), guessed from "
                + "\(English.count(records, "record")) by \"stet new rules\".",
            "-- All of it holds for the file as it is; what is to hold for every record to come, you",
            "-- know better: loosen what only happens to be so, and add what is missing.",
            "--",
            "--   stet check \(LuaLiteral.comment(path))",
            "--   stet test \(LuaLiteral.comment(testPath))",
            "",
            "return {",
        ]
        if let key { lines.append("  key = \(LuaLiteral.string(key.name)),") }
        lines += ["", "  fields = {"]
        lines += columns.map { "    \(line(of: $0))," }
        lines += [
            "  },",
            "",
            "  -- A rule over a whole record says what is wrong with it, or nothing:",
            "  -- validate = function(ctx, record)",
            "  --   if record.\(example) == nil then",
            "  --     return { { field = \"\(example)\", code = \"incomplete\", message = \"is not known yet\" } }",
            "  --   end",
            "  -- end,",
            "}",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private var example: String {
        columns.last { LuaLiteral.isName($0.name) }?.name ?? "field"
    }

    private func line(of column: ColumnFacts) -> String {
        var parts = [LuaLiteral.string(column.name)]
        if column.type != .string { parts.append("type = \"\(column.type.rawValue)\"") }
        if column.isRequired { parts.append("required = true") }
        if !column.missingTexts.isEmpty {
            let texts = ([""] + column.missingTexts).map { LuaLiteral.string($0.bytes) }
            parts.append("missing = { \(texts.joined(separator: ", ")) }")
        }
        if column.isNotNegative { parts.append("min = 0") }
        if let choices = column.choices, column.name != key?.name {
            parts.append(
                "enum = { \(choices.map { LuaLiteral.string($0.bytes) }.joined(separator: ", ")) }")
        }
        if let format = column.format { parts.append("format = \"\(format)\"") }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    // MARK: Tests

    package var testText: String {
        let rules = LuaLiteral.string(Self.fileName(of: rulesPath))
        let data = LuaLiteral.string(fileName)
        var lines = [
            "-- Tests of \(LuaLiteral.comment(Self.fileName(of: rulesPath))): stet test "
                + LuaLiteral.comment(testPath),
            "",
            "local rules = \(rules)",
            "",
            "test(\"the file keeps to its rules\", function(t)",
            "  local report = t.check(\(data), { rules = rules })",
            "  -- What a test prints is shown if it fails.",
            "  for finding in report:findings() do print(finding.line, finding.message) end",
            "  t.is_true(report.ok)",
            "end)",
        ]
        guard let sample else { return lines.joined(separator: "\n") + "\n" }
        lines += [
            "", "-- A record as the file has them, with some fields changed.",
            "local function record(changes)", "  local record = {",
        ]
        for (column, text) in zip(columns, sample) where !text.isEmpty {
            lines.append(
                "    \(LuaLiteral.key(Array(column.name.utf8))) = \(LuaLiteral.string(text.bytes)),"
            )
        }
        lines += [
            "  }", "  for field, value in pairs(changes or {}) do record[field] = value end",
            "  return record", "end", "", "test(\"an ordinary record passes\", function(t)",
            "  t.passes(rules, record())", "end)",
        ]
        if let key {
            lines += Self.test(
                "a key is there once",
                "t.finds(rules, { record(), record() }, \"key\", \(Self.quoted(key)))")
        }
        if let required = columns.first(where: { $0.isRequired && $0.name != key?.name }) {
            lines += Self.test(
                "\(required.name) is required", finds(required, "stet.missing", "required"))
        }
        if let typed = columns.first(where: { $0.type != .string }) {
            let what = [.integer: "an integer", .date: "a date", .boolean: "true or false"][
                typed.type]
            lines += Self.test(
                "\(typed.name) is \(what ?? "a number")", finds(typed, "\"x\"", "type"))
        }
        if let positive = columns.first(where: \.isNotNegative) {
            lines += Self.test(
                "\(positive.name) is not negative", finds(positive, "-1", "min"))
        }
        if let chosen = columns.first(where: { $0.choices != nil && $0.name != key?.name }) {
            lines += Self.test(
                "\(chosen.name) is one of its values", finds(chosen, "\"something else\"", "enum"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func finds(_ column: ColumnFacts, _ value: String, _ code: String) -> String {
        "t.finds(rules, record{ \(LuaLiteral.key(Array(column.name.utf8))) = \(value) }, \"\(code)\", "
            + "\(Self.quoted(column)))"
    }

    private static func quoted(_ column: ColumnFacts) -> String {
        LuaLiteral.string(column.name)
    }

    private static func test(_ name: String, _ body: String) -> [String] {
        ["", "test(\(LuaLiteral.string(name)), function(t)", "  \(body)", "end)"]
    }

    private var fileName: String { Self.fileName(of: path) }

    private static func fileName(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    // MARK: The proof

    /// What a check of the file by these rules finds: mistakes of its structure, which no rules
    /// mend.
    ///
    /// - Returns: the first, and how many there are.
    package func mistakes() throws -> (first: Finding, count: Int)? {
        let rules = try LuaRules(text: Array(rulesText.utf8), name: rulesPath)
        var options = CheckOptions()
        options.workers = ProcessorCount.online
        options.findingLimit = 100
        options.wantsExcerpts = false
        var first: Finding?
        let report = try CheckEngine(options: options).check(
            path: path, schema: rules.schema, scripts: rules,
            references: FileReferences.withRules
        ) { finding in
            if first == nil, finding.severity == .error { first = finding }
        }
        return first.map { ($0, report.count(atLeast: .error)) }
    }
}
