import LuaKit
import StetCheck
import StetCore
import StetText

/// The functions of a plugin's reporter, each of which gives text or nothing.
struct ReporterFunctions {
    let names: PluginNames
    let entry: PluginEntry
    /// The reporter's.
    let name: String

    /// `begin{ files = { … }, version = … }`
    func begin(_ files: [String], on stack: LuaStack) throws -> [UInt8] {
        try call("begin", on: stack) {
            stack.pushTable(hash: 2)
            stack.pushTable(array: files.count)
            for (index, file) in files.enumerated() {
                stack.push(file)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField("files", of: stack.top - 1)
            stack.push(StetVersion.text)
            stack.setField("version", of: stack.top - 1)
        }
    }

    func add(_ finding: Finding, on stack: LuaStack) throws -> [UInt8] {
        try call("finding", on: stack) { finding.push(on: stack) }
    }

    /// `finish{ ok =, records =, counts =, files = {…} }`: sums, and the same for each file.
    func finish(_ reports: [CheckReport], on stack: LuaStack) throws -> [UInt8] {
        try call("finish", on: stack) {
            push(reports, on: stack)
            let table = stack.top
            stack.pushTable(array: reports.count)
            for (index, report) in reports.enumerated() {
                push([report], on: stack)
                stack.push(report.file)
                stack.setField("file", of: stack.top - 1)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField("files", of: table)
        }
    }

    private func push(_ reports: [CheckReport], on stack: LuaStack) {
        stack.pushTable(hash: 6)
        let table = stack.top
        func set(_ name: String, _ value: Int) {
            stack.push(value)
            stack.setField(name, of: table)
        }
        let errors = reports.reduce(0) { $0 + $1.count(atLeast: .error) }
        let warnings = reports.reduce(0) { $0 + $1.count(atLeast: .warning) } - errors
        let isComplete = reports.allSatisfy { $0.incompleteReason == nil }
        set("records", reports.reduce(0) { $0 + $1.records })
        set("errors", errors)
        set("warnings", warnings)
        stack.push(isComplete)
        stack.setField("complete", of: table)
        stack.push(isComplete && errors == 0)
        stack.setField("ok", of: table)
        stack.pushTable()
        var counts: [String: Int] = [:]
        for count in reports.flatMap(\.counts) { counts[count.code, default: 0] += count.count }
        for (code, count) in counts {
            stack.push(count)
            stack.setField(code, of: stack.top - 1)
        }
        stack.setField("counts", of: table)
    }

    /// - Returns: the text, made fit for a terminal.
    private func call(
        _ function: String, on stack: LuaStack, _ push: () -> Void
    ) throws -> [UInt8] {
        let base = stack.top
        defer { stack.setTop(base) }
        try stack.reserve(16)
        guard
            try names.push(
                function, plain: "finding", of: name, in: "reporters", of: entry, on: stack)
        else { return [] }
        push()
        try stack.callCapped(arguments: 1, results: 1)
        switch stack.type(at: base + 1) {
        case .nil: return []
        case .string: return Self.safe(stack.bytes(at: base + 1) ?? [])
        case .number: return Array(stack.description(at: base + 1).utf8)
        default:
            throw RulesError(
                "\(entry.file.shown): the reporter \"\(name)\" gives a "
                    + "\(stack.typeName(at: base + 1)), not text")
        }
    }

    /// What a reporter puts together has texts of the data in it: no control byte of theirs
    /// reaches a terminal.
    static func safe(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 >= 0x7F }) else {
            return text
        }
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.split(separator: 0x09, omittingEmptySubsequences: false)
                .map { SafeText.escaped($0) }.joined(separator: "\t")
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
