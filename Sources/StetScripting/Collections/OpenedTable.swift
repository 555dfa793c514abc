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
    /// A plugin read the file: lines are not those of the file.
    let isConverted: Bool
    /// What the user should know about the opening.
    package private(set) var notes: [String] = []
    private let tables: OpenTables
    private let schema: Schema
    private let scripts: (any ScriptRules)?
    private let isInScript: Bool
    private let dialect: Dialect
    /// The file as it was last read or written by this session; nil: to be read again.
    private var current: TableSource?
    /// What the file was when it was last read or written; nil where it cannot be written.
    package private(set) var base: FileFingerprint?
    /// Says that an earlier session left changes; nil: it did not.
    package private(set) var recoveryNotice: String?
    /// Where uncommitted edits are kept; nil: nowhere, for they are committed at once.
    private(set) var journal: EditJournal?
    private let rulesFile: String?
    /// What the file holds. What the collection takes to be committed may be ahead of it, until
    /// the transaction or the job that committed it ends.
    package private(set) var written: Snapshot {
        didSet { if let base { journal?.fileChanged(to: written, base) } }
    }
    private var options = CommitOptions()
    /// What collection rules said of the last commit's outcome.
    private(set) var foldWarnings: [String] = []

    /// - Parameter query: what will be asked of the records, before any is asked for by its key; nil:
    ///   nothing is known.
    package init(
        path: String, rules: RulesChoice = .beside, dialect options: DialectOptions = .init(),
        query: String? = nil, among tables: OpenTables = OpenTables()
    ) throws(TableError) {
        (self.path, self.tables) = (path, tables)
        var schema = Schema()
        var scripts: (any ScriptRules)?
        var isInScript = false
        var ruleNotes: [String] = []
        if case .file(let file) = rules { rulesFile = file } else { rulesFile = nil }
        do throws(CheckError) {
            switch rules {
            case .given(let given, let rules):
                (schema, scripts, isInScript) = (given, rules, true)
            case .file(let file):
                let rules = try LuaRules(path: file)
                (schema, scripts) = (rules.schema, rules)
                ruleNotes = rules.notes
            case .beside:
                if let file = RulesDiscovery.rules(for: path) {
                    let rules = try LuaRules(path: file)
                    (schema, scripts) = (rules.schema, rules)
                    ruleNotes = rules.notes
                }
            }
        } catch {
            throw .rules(error)
        }
        notes =
            try Self.finishInterruptedCommits(of: path) + ruleNotes + schema.faults.map(\.message)
        if path != "-" { recoveryNotice = LeftOverEdits.notice(for: path) }
        let source: TableSource
        do throws(StoreError) {
            let converted = try PluginFormats.table(of: path)
            isConverted = converted != nil
            if let converted {
                source = try TableSource(
                    name: path, text: converted.text, readOnlyReason: converted.readOnlyReason)
            } else {
                source = try TableSource(
                    path: path, options: options.filled(from: schema.dialect),
                    wishes: query.map { TableSource.Wishes(texts: Query.constants(in: $0)) }
                        ?? TableSource.Wishes(key: schema.key))
            }
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
            of: source, schema: schema, scripts: scripts, isInScript: isInScript,
            links: TableLinks(tables, path: path))
        written = collection.snapshot
        (self.schema, self.scripts, self.isInScript) = (schema, scripts, isInScript)
        current = source
        base = source.fingerprint
        dialect = source.dialect
        tables.add(self)
    }

    /// A collection over any source, held to rules.
    static func collection(
        of source: any RecordSource, schema: Schema, scripts: (any ScriptRules)?, isInScript: Bool,
        links: TableLinks? = nil
    ) throws(TableError) -> Collection {
        guard let scripts else {
            return Collection(source: source, schema: schema, checker: NoRules(links: links))
        }
        let plan: CheckPlan
        do throws(PlanError) {
            plan = try CheckPlan(schema: schema, columns: source.columns, path: source.name)
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
                file: source.name, schema: schema, scripts: scripts, isInScript: isInScript,
                links: links),
            readers: readers)
    }

    // MARK: Committing

    /// Writes all pending changes or none.
    ///
    /// - Returns: what the user should know; nil: there was nothing to write.
    package func commit(_ options: CommitOptions = CommitOptions()) throws(TableError)
        -> [String]?
    {
        do throws(TableError) {
            guard try stage(options) else { return nil }
            return try TableCommit.write([self])
        } catch {
            collection.markCommitted(asOf: written)
            throw error
        }
    }

    /// Has all pending changes be what the next `TableCommit` writes. What can be refused without
    /// writing is refused here.
    ///
    /// - Returns: false if there is nothing to write.
    package func stage(_ options: CommitOptions) throws(TableError) -> Bool {
        guard collection.isDirty || isStaged else { return false }
        self.options = options
        if let reason = collection.source.readOnlyReason {
            throw .collection(
                CollectionError(.readOnly, "\(path) is read-only: \(reason)"))
        }
        _ = try rebaseIfNeeded(collection.snapshot)
        guard let (plan, source) = try plan(upTo: collection.snapshot) else { return false }
        try verify(plan, of: source, as: collection.snapshot)
        collection.markCommitted()
        return true
    }

    /// Something was committed that is not in the file yet.
    package var isStaged: Bool { !collection.committedSnapshot.isSame(as: written) }

    /// What a commit now would change in the file, by key and field.
    package func stagedDiff() throws(CollectionError) -> CollectionDiff {
        try CollectionDiff(from: written, to: collection.committedSnapshot)
    }

    /// How the file's bytes would change to be those of a later state; nil: not at all.
    func plan(upTo wanted: Snapshot) throws(TableError) -> (plan: SplicePlan, source: TableSource)?
    {
        do throws(CollectionError) {
            let edits = try PendingEdits(from: written, to: wanted)
            guard !edits.isEmpty else { return nil }
            let source = try readAgain()
            let plan = try TableWriter.plan(
                for: edits, of: source, quotedEmptyIsText: schema.quotedEmptyIsText)
            return (plan, source)
        } catch {
            throw .collection(error)
        }
    }

    private func verify(
        _ plan: SplicePlan, of source: TableSource, as wanted: Snapshot
    ) throws(TableError) {
        do throws(CollectionError) {
            try ReadBack.verify(plan, of: source, as: wanted)
        } catch {
            throw .collection(error)
        }
    }

    /// - Returns: nil if what was committed is in the file already.
    func commitRequest() throws(TableError) -> CommitRequest? {
        if try rebaseIfNeeded(collection.committedSnapshot) { collection.markCommitted() }
        guard let (plan, source) = try plan(upTo: collection.committedSnapshot) else { return nil }
        guard let base else { throw .commit(CommitError(path: path, reason: .notAFile)) }
        journal?.prepareCommit()
        foldWarnings = try CollectionCheck(self).foldWarnings(after: plan, of: source)
        return CommitRequest(
            path: path, plan: plan, base: base, backupSuffix: options.backupSuffix)
    }

    func wasWritten(_ receipt: CommitReceipt) {
        current = nil
        base = receipt.fingerprint
        written = collection.committedSnapshot
    }

    // MARK: Rebasing

    /// Where the file was changed by another program: an error, or a merge if that is wanted.
    ///
    /// - Returns: whether the wanted changes were laid over another version.
    private func rebaseIfNeeded(_ wanted: Snapshot) throws(TableError) -> Bool {
        do throws(SystemError) {
            guard let base, try base.hasChanged(at: path) else { return false }
        } catch {
            throw .commit(CommitError(path: path, reason: .system(error)))
        }
        guard options.rebases else {
            throw .commit(CommitError(path: path, reason: .changedOnDisk))
        }
        try rebase(wanted)
        return true
    }

    private func rebase(_ wanted: Snapshot) throws(TableError) {
        let source: TableSource
        do throws(StoreError) {
            source = try TableSource(
                path: path, options: pinnedOptions, wishes: TableSource.Wishes(key: schema.key))
        } catch {
            throw .store(error)
        }
        let newer = try Self.collection(
            of: source, schema: schema, scripts: scripts, isInScript: isInScript,
            links: TableLinks(tables, path: path, replacing: collection))
        let conflicts: [MergeConflict]
        do throws(CollectionError) {
            let diff = try CollectionDiff(from: written, to: wanted)
            conflicts = try newer.merge(diff, options: ChangeOptions(force: options.force))
        } catch {
            throw .collection(error)
        }
        guard conflicts.isEmpty else { throw .conflicts(path: path, conflicts) }
        let written = newer.committedSnapshot
        collection.adopt(newer)
        (current, base) = (source, source.fingerprint)
        self.written = collection.snapshot(ofAdopted: written)
    }

    /// The dialect that the file was found to have.
    private var pinnedOptions: DialectOptions {
        var options = DialectOptions()
        options.delimiter = dialect.delimiter
        options.quote = .some(dialect.quote)
        options.hasHeader = dialect.hasHeader
        options.encoding = dialect.encoding
        return options
    }

    /// The file that the next commit changes, read as the first one was.
    func readAgain() throws(CollectionError) -> TableSource {
        if let current { return current }
        do throws(StoreError) {
            let source = try TableSource(
                path: path, options: pinnedOptions, wishes: TableSource.Wishes(key: schema.key))
            current = source
            return source
        } catch {
            throw CollectionError(.unreadable, error.description)
        }
    }

    /// What a transaction needs to have the table be as it was.
    struct FileState {
        fileprivate let current: TableSource?
        fileprivate let base: FileFingerprint?
        fileprivate let written: Snapshot
    }

    var fileState: FileState {
        get { FileState(current: current, base: base, written: written) }
        set { (current, base, written) = (newValue.current, newValue.base, newValue.written) }
    }

    // MARK: The journal

    /// Has the edits of a script or a prompt outlive a crash.
    func keepEdits(in host: ScriptHost) {
        guard let base else { return }
        do throws(SystemError) {
            journal = EditJournal(
                of: collection, path: try realPath(of: path), written: written, base: base,
                reading: PendingChangeRecord.Reading(
                    dialect: pinnedOptions, rules: try rulesFile.map(realPath)),
                writer: host.journalWriter, warn: { [unowned host] in host.onNotice($0) })
        } catch {
            host.onNotice("\(path): uncommitted changes cannot be kept: \(error)")
        }
    }

    /// The user's journal; where there can be none, a single file is committed without it.
    static func journal() -> (Journal?, notes: [String]) {
        do {
            return (try Journal(in: try StateFolder.ofEdits()), [])
        } catch {
            return (nil, ["committed without a journal: \(error)"])
        }
    }

    private static func finishInterruptedCommits(
        of path: String
    ) throws(TableError) -> [String] {
        guard path != "-" else { return [] }
        do {
            guard let journal = try Journal.ifPresent(in: try StateFolder.ofEdits()) else {
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
