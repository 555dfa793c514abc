import StetCheck
import StetCore
import StetScripting
import StetSessions
import StetText

/// The commands that check the records as they are now, pending changes included.
enum CheckCommands {
    static let all: [Command] = [check, next]

    /// Findings that are shown.
    private static let shown = 20

    private static let check: Command = .init(
        "check", .checks, "check all records as they are now",
        details: ".next then begins a session over each record with a finding, one by one."
    ) { bench, text in
        try text.require(0...0, of: check)
        let table = try bench.require()
        let outcome = try bench.workspace.check(table)
        if outcome.report.incompleteReason == .interrupted { throw CollectionError.interrupted }
        var seen: Set<RowID> = []
        bench.invalid = []
        for finding in outcome.findings {
            guard let record = finding.record,
                let row = table.collection.snapshot.row(at: record - 1)
            else { continue }
            if seen.insert(row).inserted { bench.invalid.append(row) }
        }
        for finding in outcome.findings.prefix(shown) { bench.write(line(finding) + "\n") }
        let rest = outcome.findings.count - shown
        if rest > 0 { bench.say("and \(rest) more") }
        for note in outcome.report.notes { bench.say(note) }
        let count = English.count(outcome.findings.count, "finding")
        let end = bench.invalid.isEmpty ? "" : "; .next goes through the records"
        bench.say(
            "\(English.count(outcome.report.records, "record")) checked, "
                + (outcome.findings.isEmpty ? "nothing found" : "\(count)\(end)"))
    }

    private static func line(_ finding: Finding) -> String {
        let key = finding.key.map { RecordKey($0).description + ": " } ?? ""
        let field = finding.field.map { "\($0): " } ?? ""
        return TerminalText.line(
            "\(finding.severity.rawValue): \(key)\(field)\(finding.message) [\(finding.code)]")
    }

    private static let next: Command = .init(
        "next", .checks, "begin a session over the next record with a finding"
    ) { bench, text in
        try text.require(0...0, of: next)
        let table = try bench.require()
        while let row = bench.invalid.first {
            if let session = bench.session, session.form.isDirty {
                throw CommandError("“\(session.form.title)” has changes; .save or .cancel it first")
            }
            bench.invalid.removeFirst()
            guard table.collection.contains(row) else { continue }
            let left = bench.invalid.count
            try SessionCommands.begin(bench) { () throws(Refusal) in
                try SessionOpening(table).edit(row)
            }
            bench.say(left == 0 ? "the last one" : "\(left) more after it")
            return
        }
        throw CommandError("no record with a finding is left; .check looks again")
    }
}
