import StetScripting
import StetText

/// How a script is run whose commits happen together at its end.
struct JobOptions {
    /// A file that tells what was, or would be, written.
    struct Report {
        var format: DiffFormat
        var path: String
    }

    /// Print what would be written, and write nothing.
    var isDryRun = false
    /// What would be asked is answered with yes.
    var assumesYes = false
    var backupSuffix: String?
    var reports: [Report] = []
    /// Seconds; nil: as long as it takes.
    var timeout: Double?
    /// A file that what is printed goes to; nil: standard output.
    var output: String?
    /// How a dry run shows the difference.
    var diff = DiffFormat.text
    var color = Style.Choice.auto
    var world = WorldOptions()

    static let options: [OptionParser.Option] =
        [
            .flag("--dry-run", "-n"), .flag("--yes", "-y"), .value("--backup"), .value("--report"),
            .value("--diff"), .value("--timeout"), .value("--color"), .value("--output"),
        ] + WorldOptions.options

    /// Takes an option that every job has.
    mutating func take(_ name: String, _ text: String) throws(UsageError) {
        if try world.take(name, text) { return }
        switch name {
        case "--dry-run": isDryRun = true
        case "--diff": diff = try OptionParser.choice(text, for: "--diff")
        case "--yes": assumesYes = true
        case "--backup": backupSuffix = try TableOptions.backupSuffix(text)
        case "--output": output = text
        case "--color": color = try OptionParser.choice(text, for: "--color")
        case "--timeout":
            guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
                throw UsageError("--timeout takes a number of seconds, not \"\(text)\"")
            }
            timeout = seconds
        default:
            let parts = text.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw UsageError(
                    "--report takes FORMAT=FILE, not \"\(text)\"",
                    hint: "for example: --report json=changes.json")
            }
            let format: DiffFormat = try OptionParser.choice(String(parts[0]), for: "--report")
            reports.append(Report(format: format, path: String(parts[1])))
        }
    }
}
