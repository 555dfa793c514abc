import StetCore
import StetScripting
import StetText

/// The options that all commands on one table share, and their common work.
struct TableOptions {
    var rules: String?
    var dialect = DialectOptions()
    var color = Style.Choice.auto
    var isDryRun = false
    /// nil: as text, and only of a dry run.
    var diff: DiffFormat?
    var commit = CommitOptions()
    var change = ChangeOptions()
    var operands: [String] = []

    static let reading: [OptionParser.Option] = [
        .value("--rules", "-r"), .value("--delimiter", "-d"), .value("--quote"),
        .value("--encoding"), .flag("--no-header"), .value("--color"), .flag("--help", "-h"),
    ]
    static let editing: [OptionParser.Option] = [
        .flag("--dry-run", "-n"), .value("--diff"), .value("--backup"), .flag("--rebase"),
        .flag("--force"),
        .flag("--skip-invalid"),
    ]

    /// Takes an option that every table command has.
    ///
    /// - Returns: false if it is none of these.
    mutating func take(_ name: String, _ text: String) throws(UsageError) -> Bool {
        switch name {
        case "--rules": rules = text
        case "--no-header": dialect.hasHeader = false
        case "--color": color = try OptionParser.choice(text, for: "--color")
        case "--dry-run": isDryRun = true
        case "--diff": diff = try OptionParser.choice(text, for: "--diff")
        case "--force": (change.force, commit.force) = (true, true)
        case "--rebase": commit.rebases = true
        case "--skip-invalid": change.skipsInvalid = true
        case "--backup": commit.backupSuffix = try Self.backupSuffix(text)
        case "--delimiter", "--quote", "--encoding":
            do throws(DialectNames.Unknown) {
                try DialectNames.set(String(name.dropFirst(2)), to: text, in: &dialect)
            } catch {
                throw UsageError(error.description)
            }
        default: return false
        }
        return true
    }

    static func backupSuffix(_ text: String) throws(UsageError) -> String {
        guard !text.isEmpty, !text.contains("/") else {
            throw UsageError("--backup takes a suffix such as .old, not \"\(text)\"")
        }
        return text
    }

    /// Reads a command line; nil: help was asked for.
    static func parse(
        _ command: String, _ arguments: [String], edits: Bool = true
    ) throws(UsageError) -> TableOptions? {
        var options = TableOptions()
        var parser = OptionParser(
            command, arguments, options: reading + (edits ? editing : []))
        while let item = try parser.next() {
            switch item {
            case .operand(let text): options.operands.append(text)
            case .option("--help", _): return nil
            case .option(let name, let text): _ = try options.take(name, text)
            }
        }
        return options
    }

    /// - Parameter query: what will be asked of the records; nil: they are asked for by key.
    func open(_ path: String, query: String? = nil) throws(TableError) -> OpenedTable {
        let table = try OpenedTable(
            path: path, rules: rules.map { .file($0) } ?? .beside, dialect: dialect, query: query)
        for note in table.notes { Output.error(note) }
        if let notice = table.recoveryNotice { Output.error(notice) }
        return table
    }

    /// `field=value`, the text of a cell as a person types it.
    static func assignment(_ text: String, for command: String) throws(UsageError)
        -> FieldAssignment
    {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UsageError(
                "\(command) takes field=value, not \"\(text)\"",
                hint: "\"stet help \(command)\" has examples")
        }
        return FieldAssignment(String(parts[0]), text: ByteString(String(parts[1])))
    }
}

/// Runs the work of a table command and turns what stops it into a message and a status.
enum TableCommand {
    static func run(_ path: String, _ body: () throws -> Int32) -> Int32 {
        do {
            return try body()
        } catch let error as CollectionError where error.kind == .refused {
            Output.error("stet: \(path): \(SafeText.escaped(error.message))")
            for finding in error.findings.prefix(20) {
                let field = finding.field.map { "\($0): " } ?? ""
                let key = finding.key.map { RecordKey($0).description + ": " } ?? ""
                Output.error(
                    SafeText.escaped("  \(key)\(field)\(finding.message) [\(finding.code)]"))
            }
            return ExitStatus.findings
        } catch let error as CollectionError where error.kind == .limit {
            Output.error("stet: \(path): \(SafeText.escaped(error.message))")
            return ExitStatus.limit
        } catch let error as CollectionError {
            Output.error("stet: \(path): \(SafeText.escaped(error.message))")
        } catch {
            Output.error("stet: \(SafeText.escaped(String(describing: error)))")
        }
        return ExitStatus.notDone
    }

    /// The rows that a query finds.
    static func rows(_ text: String, in table: OpenedTable) throws -> [RowID] {
        let found = try view(of: table.collection.all, where: text)
        noteGuess(of: table)
        return try found.rows()
    }

    /// A view narrowed by a query.
    static func view(of view: CollectionView, where text: String) throws -> CollectionView {
        do throws(QueryError) {
            return try view.where(text: text)
        } catch {
            throw CollectionError(.impossible, "\(text): \(error)")
        }
    }

    static func noteGuess(of table: OpenedTable) {
        guard table.hasGuessedTypes else { return }
        Output.error("\(table.path): no rules were found, so the types of its columns are guessed")
    }

    /// Shows or commits what was changed, and says how much.
    static func finish(
        _ table: OpenedTable, _ outcome: ChangeOutcome, _ options: TableOptions
    ) throws -> Int32 {
        for warning in outcome.warnings.prefix(20) {
            Output.error("\(table.path): warning: \(SafeText.escaped(warning.message))")
        }
        let skipped = outcome.skipped.count + outcome.skippedInserts.count
        if skipped > 0 {
            Output.error("\(table.path): \(English.count(skipped, "record")) left as they were")
        }
        guard outcome.count > 0 else {
            Output.error("\(table.path): nothing to change")
            return ExitStatus.done
        }
        let summary = summary(of: outcome)
        if options.isDryRun {
            try DiffPrinter(options.diff ?? .text, options.color).print(table)
            Output.error("\(table.path): would be: \(summary)")
            return ExitStatus.findings
        }
        // What was changed is known before the commit, and true after it.
        let printer = options.diff.map { DiffPrinter($0, options.color) }
        let diff = try printer?.bytes(of: table)
        for note in try table.commit(options.commit) ?? [] {
            Output.error(note)
        }
        if let diff { Output.write(diff) }
        Output.error("\(table.path): \(summary)")
        return ExitStatus.done
    }

    /// Counted from the change itself: a diff would have to find out how records are named.
    private static func summary(of outcome: ChangeOutcome) -> String {
        let counts = [
            (outcome.inserted.count, "inserted"), (outcome.updated.count, "changed"),
            (outcome.deleted.count, "removed"),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
