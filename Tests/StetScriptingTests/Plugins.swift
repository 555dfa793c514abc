import Foundation
import StetCheck
import StetCore
import Synchronization

@testable import StetScripting

/// A folder of a project with plugins, data and rules, which goes away with the value.
final class PluginProject {
    let path: String

    /// - Parameter files: texts by their paths in the folder.
    init(_ files: [String: String]) throws {
        path = NSTemporaryDirectory() + "stet-plugins-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path + "/plugins", withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// What a check with the project's `rules.lua` says.
    func check(
        _ data: String, chunkSize: Int = 8 << 20, workers: Int = 1, caps: RuleCaps = RuleCaps()
    ) throws -> Checked {
        try write(data, to: "data.csv")
        let rules = try LuaRules(
            path: path + "/rules.lua",
            options: RuleSettings(call: caps.call, load: caps.load, memory: caps.memory))
        var options = CheckOptions()
        options.findingLimit = nil
        options.chunkSize = chunkSize
        options.workers = workers
        let findings = Mutex<[Finding]>([])
        let report = try CheckEngine(options: options).check(
            path: path + "/data.csv", schema: rules.schema, scripts: rules
        ) { finding in findings.withLock { $0.append(finding) } }
        return Checked(report: report, findings: findings.withLock { $0 })
    }

    /// Why the project's rules do not load; nil: they do.
    func mistake() -> String? {
        do throws(CheckError) {
            _ = try LuaRules(path: path + "/rules.lua")
            return nil
        } catch {
            return short(error.description)
        }
    }

    /// The lines of a check without the folder's own path.
    func lines(_ data: String, workers: Int = 1, caps: RuleCaps = RuleCaps()) throws -> [String] {
        try check(data, workers: workers, caps: caps).lines.map(short)
    }

    var inventory: PluginInventory { PluginShelf(startingAt: path).inventory }

    func inventory(caps: RuleCaps) -> PluginInventory {
        PluginShelf(startingAt: path, caps: caps).inventory
    }

    /// Everything that is wrong with the plugins, in one text.
    func complaints(caps: RuleCaps = RuleCaps()) -> String {
        inventory(caps: caps).complaints.map(short).joined(separator: "\n")
    }

    func short(_ text: String) -> String {
        text.replacingOccurrences(of: path + "/", with: "")
            // Of a long name Lua shows the end alone.
            .replacingOccurrences(
                of: "\\.\\.\\.[^ ]*/rules\\.lua", with: "rules.lua", options: .regularExpression)
    }
}

enum FileLinks {
    static func link(to target: String, at path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
}
