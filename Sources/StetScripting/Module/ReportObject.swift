import LuaKit
import StetCheck
import StetCore
import StetText

/// What `stet.check` gives to a script.
final class ReportObject {
    let report: CheckReport
    let findings: [Finding]

    private weak var host: ScriptHost?

    init(report: CheckReport, findings: [Finding], host: ScriptHost?) {
        self.host = host
        self.report = report
        self.findings = findings
    }

    var isOk: Bool { report.count(atLeast: .error) == 0 && report.incompleteReason == nil }

    static func register(on stack: LuaStack) {
        LuaType(
            ReportObject.self, name: "report", on: stack,
            methods: [("findings", findings), ("format", format)],
            metamethods: [
                ("__index", index),
                (
                    "__len",
                    { call in
                        let object = try call.object(1, as: ReportObject.self)
                        call.stack.push(object.report.counts.reduce(0) { $0 + $1.count })
                        return 1
                    }
                ),
                (
                    "__tostring",
                    { call in
                        let object = try call.object(1, as: ReportObject.self)
                        call.stack.push(
                            "report: \(object.report.file), \(object.report.records) records, "
                                + (object.isOk ? "ok" : "not ok"))
                        return 1
                    }
                ),
            ])
    }

    private static func index(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: ReportObject.self)
        let stack = call.stack
        switch stack.string(at: 2) ?? "" {
        case "ok": stack.push(object.isOk)
        case "records": stack.push(object.report.records)
        case "file": stack.push(object.report.file)
        case "complete": stack.push(object.report.incompleteReason == nil)
        case "note":
            if let note = object.report.notes.first { stack.push(note) } else { stack.pushNil() }
        case "counts":
            var counts: [(String, Int)] = []
            for item in object.report.counts {
                if let known = counts.firstIndex(where: { $0.0 == item.code }) {
                    counts[known].1 += item.count
                } else {
                    counts.append((item.code, item.count))
                }
            }
            stack.pushTable(hash: counts.count)
            let table = stack.top
            for (code, count) in counts {
                stack.push(count)
                stack.setField(code, of: table)
            }
        default: stack.pushNil()
        }
        return 1
    }

    /// `report:format(name)`: the report as text, as `--format` has it; also by a plugin's reporter.
    private static func format(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: ReportObject.self)
        let name = try call.string(2)
        let stack = call.stack
        if let format = ReportFormat(rawValue: name) {
            var text: [UInt8] = []
            let reporter = format.reporter(style: Style(isColored: false), limit: nil) {
                text += $0
            }
            reporter.begin(file: object.report.file)
            for finding in object.findings { reporter.add(finding) }
            reporter.end(object.report)
            reporter.finish()
            stack.push(text)
            return 1
        }
        let plugins = object.host?.plugins?.names
        guard let plugins, let entry = plugins.inventory.owner(of: name, .reporters) else {
            let known =
                ReportFormat.allCases.map(\.rawValue)
                + (plugins?.inventory.knownNames(.reporters) ?? [])
            return call.failure(
                plugins?.excuse(for: name, .reporters)
                    ?? "there is no report format \"\(name)\""
                    + Suggestion.hint(for: name, among: known))
        }
        let reporter = ReporterFunctions(names: plugins, entry: entry, name: name)
        do {
            var text = try reporter.begin([object.report.file], on: stack)
            for finding in object.findings { text += try reporter.add(finding, on: stack) }
            text += try reporter.finish([object.report], on: stack)
            stack.push(text)
            return 1
        } catch let error as RulesError {
            return call.failure(error.description)
        }
    }

    /// An iterator over the findings that were kept.
    private static func findings(_ call: inout LuaCall) throws -> Int {
        let object = try call.object(1, as: ReportObject.self)
        var next = 0
        call.stack.pushFunction("findings iterator") { call in
            guard next < object.findings.count else {
                call.stack.pushNil()
                return 1
            }
            object.findings[next].push(on: call.stack)
            next += 1
            return 1
        }
        call.stack.pushNil()
        call.stack.pushNil()
        return 3
    }
}

extension Finding {
    /// Pushes the finding as a table with the members of a report line.
    func push(on stack: LuaStack) {
        stack.pushTable(hash: 12)
        let table = stack.top
        func set(_ name: String, _ value: Int?) {
            guard let value else { return }
            stack.push(value)
            stack.setField(name, of: table)
        }
        func set(_ name: String, _ value: [UInt8]?) {
            guard let value else { return }
            stack.push(value)
            stack.setField(name, of: table)
        }
        set("file", Array(file.utf8))
        set("record", record)
        set("line", line)
        set("column", column)
        set("offset", offset)
        if let key, key.count > 1 {
            stack.pushTable(array: key.count)
            for (index, part) in key.enumerated() {
                stack.push(part.bytes)
                stack.setElement(index + 1, of: stack.top - 1)
            }
            stack.setField("key", of: table)
        } else {
            set("key", key?.first?.bytes)
        }
        set("field", field.map { Array($0.utf8) })
        set("code", Array(code.utf8))
        set("severity", Array(severity.rawValue.utf8))
        set("message", Array(message.utf8))
        set("value", value?.bytes)
    }
}
