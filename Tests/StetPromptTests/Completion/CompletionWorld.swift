import Foundation
import LuaKit
import StetScripting

@testable import StetPrompt

/// A prompt's world without a terminal, in a folder with `fruits.csv`.
final class CompletionWorld {
    let scripts: ScriptHost
    let bench: Bench

    static let table =
        "id,name,weight,color,two words\na,Apple,182,red,\nb,Banana,118,yellow,\nc d,Cherry,8,red,\n"
    static let rules = """
        return { key = "id", fields = { { "id" }, { "name", required = true },
          { "weight", type = "integer", above = 0, unit = "g" },
          { "color", enum = { "red", "yellow", "green" } }, { "two words", type = "boolean" } } }
        """

    init(_ folder: URL, table: String = table, rules: String? = rules) throws {
        let file = folder.appendingPathComponent("fruits.csv")
        try Data(table.utf8).write(to: file)
        if let rules {
            try Data(rules.utf8).write(to: folder.appendingPathComponent("fruits.rules.lua"))
        }
        scripts = try ScriptHost()
        let host = PromptHost(
            scripts: scripts, banner: "", usesColor: false, output: { _ in },
            errorOutput: { _ in }, isOutputClosed: { false })
        bench = Bench(ResultSink(host), workspace: Workspace(scripts))
        do {
            try bench.use(try bench.workspace.open(file.path))
        } catch {
            scripts.close()
            throw error
        }
    }

    deinit { scripts.close() }

    func run(_ code: String) throws {
        _ = try scripts.run(Array(code.utf8), name: "=test")
    }

    func complete(_ entry: String, budget: CompletionBudget = .patient) -> Completion {
        let bytes = Array(entry.utf8)
        return Completer(bench: bench).complete(bytes, at: bytes.count, budget: budget)
    }

    /// What the candidates would make of an entry.
    func labels(_ entry: String) -> [String] { complete(entry).candidates.map(\.label) }

    /// The entry after Tab.
    func tab(_ entry: String) -> String {
        let completion = complete(entry)
        let bytes = Array(entry.utf8)
        guard let text = completion.replacement(of: Array(bytes[completion.start...])) else {
            return entry
        }
        return String(decoding: bytes[..<completion.start] + text, as: UTF8.self)
    }
}

extension CompletionBudget {
    /// One without a clock.
    static var patient: CompletionBudget { CompletionBudget(now: { 0 }) }
}

func withWorld<Result>(_ body: (CompletionWorld) throws -> Result) throws -> Result {
    try withFolder { folder in try body(try CompletionWorld(folder)) }
}
