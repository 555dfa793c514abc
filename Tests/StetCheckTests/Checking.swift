import Foundation
import StetCore
import StetRules
import StetStores
import Synchronization

@testable import StetCheck

/// What a check said, for comparing.
struct Checked {
    var report: CheckReport
    var findings: [Finding]

    /// `line:column@offset record code message`, one for each finding.
    var lines: [String] {
        findings.map { finding in
            func text(_ number: Int?) -> String { number.map(String.init) ?? "-" }
            return "\(text(finding.line)):\(text(finding.column))@\(text(finding.offset)) "
                + "\(text(finding.record)) \(finding.code)"
        }
    }

    var messages: [String] { findings.map(\.message) }

    /// `code field count`, in the order of the report.
    var counts: [String] {
        report.counts.map { "\($0.code) \($0.field ?? "-") \($0.count)" }
    }
}

/// Checks bytes as a file.
func check(
    _ bytes: [UInt8], _ schema: Schema = Schema(), scripts: (any ScriptRules)? = nil,
    stopper: CheckEngine.Stopper = CheckEngine.Stopper(),
    _ change: (inout CheckOptions) -> Void = { _ in }
) throws -> Checked {
    let path = NSTemporaryDirectory() + "stet-check-\(UUID().uuidString).csv"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = CheckOptions()
    options.findingLimit = nil
    change(&options)
    let findings = Mutex<[Finding]>([])
    let report = try CheckEngine(options: options).check(
        path: path, schema: schema, scripts: scripts, stopper: stopper
    ) { finding in findings.withLock { $0.append(finding) } }
    return Checked(report: report, findings: findings.withLock { $0 })
}

func check(
    _ text: String, _ schema: Schema = Schema(), _ change: (inout CheckOptions) -> Void = { _ in }
) throws -> Checked {
    try check(Array(text.utf8), schema, scripts: nil, change)
}

extension Schema {
    /// Fields by name, each with a type and constraints.
    static func of(
        key: [String] = [], _ fields: (String, FieldType, [Constraint.Kind])...
    ) -> Schema {
        var schema = Schema()
        schema.key = key
        schema.fields = fields.map { name, type, kinds in
            var field = Field(name: name)
            field.type = type
            field.constraints = kinds.map { Constraint($0) }
            return field
        }
        return schema
    }
}
