import StetCheck
import StetCore
import StetRules
import StetStores

/// A table file that is open for reading and editing, with its rules.
package final class OpenedTable {
    /// Where the rules come from.
    package enum RulesChoice {
        /// `NAME.rules.lua` beside the file, if it is there.
        case beside
        case file(String)
        /// Rules that a script gives as a table.
        case given(Schema, any ScriptRules)
    }

    package let path: String
    package let collection: Collection
    /// The file has no rules: the types of its columns are guessed.
    package let hasGuessedTypes: Bool
    /// What the user should know about the opening.
    package private(set) var notes: [String] = []
    private let quotedEmptyIsText: Bool
    /// The file as it was last read or written by this session; nil: to be read again.
    private var current: TableSource?
    private let dialect: Dialect
    private var base: FileFingerprint?

    package init(
        path: String, rules: RulesChoice = .beside, dialect options: DialectOptions = .init()
    ) throws(TableError) {
        self.path = path
        var schema = Schema()
        var scripts: (any ScriptRules)?
        var isInScript = false
        do throws(CheckError) {
            switch rules {
            case .given(let given, let rules):
                (schema, scripts, isInScript) = (given, rules, true)
            case .file(let file):
                let rules = try LuaRules(path: file)
                (schema, scripts) = (rules.schema, rules)
            case .beside:
                if let file = RulesDiscovery.rules(for: path) {
                    let rules = try LuaRules(path: file)
                    (schema, scripts) = (rules.schema, rules)
                }
            }
        } catch {
            throw .rules(error)
        }
        notes = try Self.finishInterruptedCommits(of: path)
        let source: TableSource
        do throws(StoreError) {
            source = try TableSource(path: path, options: options.filled(from: schema.dialect))
        } catch {
            throw .store(error)
        }
        hasGuessedTypes = scripts == nil
        if scripts == nil {
            do throws(CollectionError) {
                schema.fields = try TypeGuess.fields(of: source)
            } catch {
                throw .collection(error)
            }
        }
        collection = try Self.collection(
            of: source, schema: schema, scripts: scripts, isInScript: isInScript)
        quotedEmptyIsText = schema.quotedEmptyIsText
        current = source
        base = source.fingerprint
        dialect = source.dialect
    }

    /// A collection over any source, held to rules.
    static func collection(
        of source: any RecordSource, schema: Schema, scripts: (any ScriptRules)?, isInScript: Bool
    ) throws(TableError) -> Collection {
        guard let scripts else {
            return Collection(source: source, schema: schema, checker: NoRules())
        }
        let plan: CheckPlan
        do throws(PlanError) {
            plan = try CheckPlan(schema: schema, columns: source.columns)
        } catch {
            throw .rules(.plan(error))
        }
        var readers: [String: FieldFormat.Reader] = [:]
        for field in plan.fields {
            readers[field.field.name] = { cell in
                cell.text.bytes.withUnsafeBufferPointer { text in
                    switch field.read(text, isQuoted: cell.isQuoted) {
                    case .missing: .missing
                    case .illTyped: .illTyped
                    case .integer(let value): .value(.integer(value))
                    case .number(let value): .value(.number(value))
                    case .boolean(let value): .value(.boolean(value))
                    case .text(let text): .value(.text(ByteString(text)))
                    }
                }
            }
        }
        return Collection(
            source: source, schema: schema,
            checker: RulesChangeChecker(
                file: source.name, schema: schema, scripts: scripts, isInScript: isInScript),
            readers: readers)
    }

    // MARK: Committing

    /// Writes all pending changes or none.
    ///
    /// - Returns: what the user should know; nil: there was nothing to write.
    package func commit(backupSuffix: String? = nil) throws(TableError) -> [String]? {
        guard let (plan, source) = try pendingPlan() else { return nil }
        let warnings = try CollectionCheck(self).foldWarnings(after: plan, of: source)
        guard let base else {
            throw .commit(CommitError(path: path, reason: .notAFile))
        }
        let (journal, note) = Self.journal()
        do throws(CommitError) {
            let request = CommitRequest(
                path: path, plan: plan, base: base, backupSuffix: backupSuffix)
            let receipts = try Committer(journal: journal).commit([request])
            collection.markCommitted()
            current = nil
            self.base = receipts.first?.fingerprint
            return warnings + note
                + receipts.flatMap { $0.notes.map { "\(path): \($0.description)" } }
        } catch {
            throw .commit(error)
        }
    }

    /// How a commit would change the file's bytes; nil: not at all.
    func pendingPlan() throws(TableError) -> (plan: SplicePlan, source: TableSource)? {
        do throws(CollectionError) {
            let edits = try collection.pending()
            guard !edits.isEmpty else { return nil }
            let source = try readAgain()
            let plan = try TableWriter.plan(
                for: edits, of: source, quotedEmptyIsText: quotedEmptyIsText)
            return (plan, source)
        } catch {
            throw .collection(error)
        }
    }

    /// The file that the next commit changes, read as the first one was.
    func readAgain() throws(CollectionError) -> TableSource {
        if let current { return current }
        var options = DialectOptions()
        options.delimiter = dialect.delimiter
        options.quote = .some(dialect.quote)
        options.hasHeader = dialect.hasHeader
        options.encoding = dialect.encoding
        do throws(StoreError) {
            let source = try TableSource(path: path, options: options)
            current = source
            return source
        } catch {
            throw CollectionError(.unreadable, error.description)
        }
    }

    // MARK: The journal

    /// The user's journal; where there can be none, a single file is committed without it.
    private static func journal() -> (Journal?, notes: [String]) {
        do {
            return (try Journal(in: try StateFolder.ofUser()), [])
        } catch {
            return (nil, ["committed without a journal: \(error)"])
        }
    }

    private static func finishInterruptedCommits(
        of path: String
    ) throws(TableError) -> [String] {
        guard path != "-" else { return [] }
        do {
            guard let journal = try Journal.ifPresent(in: try StateFolder.ofUser()) else {
                return []
            }
            return try journal.recoverInterruptedCommits(of: try realPath(of: path))
                .map(\.description)
        } catch let error as JournalError {
            return ["the journal of interrupted commits cannot be read: \(error)"]
        } catch {
            // No state folder, so nothing that was interrupted; or no such file, which opening it
            // says better.
            return []
        }
    }
}
