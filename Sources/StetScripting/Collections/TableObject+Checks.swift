import LuaKit
import StetCheck
import StetCore
import StetText

/// Checks of a collection with its pending edits.
extension TableObject {
    static var checkMethods: [(String, HostFunction)] {
        [("check", check), ("findings", findings)]
    }

    /// `check([{ jobs =, max_findings = }])`: a report as `stet.check` gives it.
    private static func check(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        var options = CheckOptions()
        options.workers = ProcessorCount.online
        let call = call
        if !call.isNone(2) {
            try call.requireTable(2)
            try call.stack.forEachPair(of: 2) { try read(call, into: &options) }
        }
        return try attempt(call) {
            let check = CollectionCheck(table.collection, file: table.file, options: options)
            let outcome = try table.withStopper { try check.run(stopper: $0) }
            call.stack.push(
                object: ReportObject(
                    report: outcome.report, findings: outcome.findings, host: table.host))
            return 1
        }
    }

    /// Takes the option on top of the stack.
    private static func read(_ call: LuaCall, into options: inout CheckOptions) throws {
        let name = call.stack.description(at: -2)
        let known = ["jobs", "max_findings"]
        guard known.contains(name) else {
            throw HostError(
                "'check' has no option \"\(name)\"" + Suggestion.hint(for: name, among: known))
        }
        guard let number = call.stack.integer(at: -1), number > 0 else {
            throw HostError("\(name) must be a whole number above 0")
        }
        if name == "jobs" {
            options.workers = min(number, 256)
        } else {
            options.findingLimit = number
        }
    }

    /// `findings(key or record)`: a list of what the rules say of one record.
    private static func findings(_ call: inout LuaCall) throws -> Int {
        let table = try call.object(1, as: TableObject.self)
        let call = call
        return try attempt(call) {
            let row = try table.row(at: 2, of: call)
            let check = CollectionCheck(table.collection, file: table.file)
            let findings = try check.findings(of: row)
            call.stack.pushTable(array: findings.count)
            for (index, finding) in findings.enumerated() {
                finding.push(on: call.stack)
                call.stack.setElement(index + 1, of: call.stack.top - 1)
            }
            return 1
        }
    }

    /// Runs a check that an interrupt of the script stops too.
    private func withStopper<Result>(
        _ body: (CheckEngine.Stopper) throws -> Result
    ) rethrows -> Result {
        guard let host else { return try body(CheckEngine.Stopper()) }
        return try host.withStopper(body)
    }
}
