import Foundation
import StetCheck
import StetCore
import Synchronization

@testable import StetScripting

/// Why rules do not load; nil: they do.
func mistake(_ text: String) -> String? {
    do throws(CheckError) {
        _ = try LuaRules(text: Array(text.utf8), name: "r")
        return nil
    } catch {
        return error.description
    }
}

/// What a check with rules written in Lua said.
struct Checked {
    var report: CheckReport
    var findings: [Finding]

    /// `record field code: message`, one for each finding.
    var lines: [String] {
        findings.map {
            "\($0.record.map(String.init) ?? "-") \($0.field ?? "-") \($0.code): \($0.message)"
        }
    }
}

func check(
    _ data: String, _ rules: String, chunkSize: Int = 8 << 20, workers: Int = 1,
    caps: RuleCaps = RuleCaps()
) throws -> Checked {
    let path = NSTemporaryDirectory() + "stet-rules-\(UUID().uuidString).csv"
    try Data(data.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rules = try LuaRules(text: Array(rules.utf8), name: "r", caps: caps)
    var options = CheckOptions()
    options.findingLimit = nil
    options.chunkSize = chunkSize
    options.workers = workers
    let findings = Mutex<[Finding]>([])
    let report = try CheckEngine(options: options).check(
        path: path, schema: rules.schema, scripts: rules
    ) { finding in findings.withLock { $0.append(finding) } }
    return Checked(report: report, findings: findings.withLock { $0 })
}
