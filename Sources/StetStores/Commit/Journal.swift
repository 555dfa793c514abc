import CSQLite
import Glibc

/// What a session changed in a file and did not commit.
package struct PendingChanges: Hashable, Sendable {
    /// Of the file, symbolic links resolved.
    package var path: String
    /// What the file was when the session opened it.
    package var base: FileFingerprint
    /// Who made the changes.
    package var session: ProcessIdentity
    /// Seconds since 1970, of the first change.
    package var began: Int64
    /// How many batches of change there are.
    package var count: Int

    /// The session ended without committing or dropping its changes.
    package var isLeftOver: Bool { !session.isAlive }
}

/// The recovery journal: changes that were made and not yet committed, and commits under way.
///
/// One database for all files of a user. A session writes only its own changes; those of a
/// session that died stay until they are applied or dropped. A journal belongs to one thread.
package final class Journal {
    let database: Database
    let state: StateFolder
    /// In whose name changes are written.
    let session: ProcessIdentity
    private var rowOfPath: [String: (row: Int64, next: Int64)] = [:]

    private static let version: Int64 = 1
    private static let schema = """
        CREATE TABLE pending(
            row INTEGER PRIMARY KEY, path BLOB NOT NULL, base BLOB NOT NULL,
            process INTEGER NOT NULL, started INTEGER NOT NULL, began INTEGER NOT NULL,
            UNIQUE(path, process, started));
        CREATE TABLE change(
            pending INTEGER NOT NULL REFERENCES pending(row) ON DELETE CASCADE,
            position INTEGER NOT NULL, record BLOB NOT NULL,
            PRIMARY KEY(pending, position)) WITHOUT ROWID;
        CREATE TABLE intent(
            row INTEGER PRIMARY KEY, prepared INTEGER NOT NULL,
            process INTEGER NOT NULL, started INTEGER NOT NULL);
        CREATE TABLE intent_file(
            intent INTEGER NOT NULL REFERENCES intent(row) ON DELETE CASCADE,
            position INTEGER NOT NULL, target BLOB NOT NULL, temporary BLOB NOT NULL,
            backup BLOB, base BLOB NOT NULL, replacement BLOB,
            PRIMARY KEY(intent, position)) WITHOUT ROWID;
        PRAGMA user_version = \(version);
        """

    /// Opens the user's journal, and creates it if there is none.
    package convenience init(in state: StateFolder) throws(JournalError) {
        try self.init(in: state, session: .current)
    }

    init(in state: StateFolder, session: ProcessIdentity) throws(JournalError) {
        self.state = state
        self.session = session
        do throws(SystemError) {
            _ = try Descriptor(path: state.journal, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        } catch {
            throw JournalError(
                path: state.journal, message: "\(error)",
                code: error.code == ENOSPC ? SQLITE_FULL : SQLITE_CANTOPEN)
        }
        database = try Database(path: state.journal)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON")
        if try Self.versionOf(database) == 0 {
            try database.transaction { () throws(JournalError) in
                // Another process may have been quicker.
                if try Self.versionOf(database) == 0 { try database.execute(Self.schema) }
            }
        }
        guard try Self.versionOf(database) == Self.version else {
            throw JournalError(
                path: state.journal, message: "it was written by a newer Stet", code: 0)
        }
    }

    deinit {
        do throws(JournalError) {
            // What waits here for long is kept where damage to it would be noticed.
            database.keepsLog =
                try database.prepare(
                    "SELECT (SELECT count(*) FROM pending) + (SELECT count(*) FROM intent)"
                ).rows { $0.integer(0) } == [0]
        } catch {
            database.keepsLog = false
        }
    }

    private static func versionOf(_ database: Database) throws(JournalError) -> Int64 {
        try database.prepare("PRAGMA user_version").rows { $0.integer(0) }.first ?? 0
    }

    /// The journal if the user has one: looking for left-over changes need not create it.
    package static func ifPresent(in state: StateFolder) throws(JournalError) -> Journal? {
        access(state.journal, F_OK) == 0 ? try Journal(in: state) : nil
    }

    // MARK: - Changes of this session

    /// Adds records of change, all or none. They outlive the process as soon as this returns.
    ///
    /// - Parameters:
    ///   - batch: opaque to the journal; given back in this order.
    ///   - path: of the file, symbolic links resolved.
    ///   - base: what the file was when it was opened.
    package func append(_ batch: [[UInt8]], for path: String, base: FileFingerprint)
        throws(JournalError)
    {
        guard !batch.isEmpty else { return }
        let row = try database.transaction { () throws(JournalError) -> (row: Int64, next: Int64) in
            let row = if let known = rowOfPath[path] { known } else { try begin(path, base: base) }
            try insert(batch, at: row)
            return row
        }
        rowOfPath[path] = (row.row, row.next + Int64(batch.count))
    }

    /// Takes back all but the first `count` records of change: those that an undo undid.
    package func truncate(_ path: String, to count: Int) throws(JournalError) {
        guard let row = rowOfPath[path], row.next > count else { return }
        try database.transaction { () throws(JournalError) in
            try database.run(
                "DELETE FROM change WHERE pending = ? AND position >= ?", .integer(row.row),
                .integer(Int64(count)))
        }
        rowOfPath[path] = (row.row, Int64(count))
    }

    /// Puts other records of change in the place of all: after a rebase, or a revert of some.
    package func replace(_ batch: [[UInt8]], for path: String, base: FileFingerprint)
        throws(JournalError)
    {
        let row = try database.transaction {
            () throws(JournalError) -> (row: Int64, next: Int64)? in
            try delete(path, of: session)
            guard !batch.isEmpty else { return nil }
            let row = try begin(path, base: base)
            try insert(batch, at: row)
            return row
        }
        rowOfPath[path] = row.map { ($0.row, Int64(batch.count)) }
    }

    private func begin(_ path: String, base: FileFingerprint) throws(JournalError)
        -> (row: Int64, next: Int64)
    {
        try database.run(
            "INSERT INTO pending(path, base, process, started, began) VALUES (?, ?, ?, ?, ?)",
            .text(path), .bytes(base.encoded), .integer(Int64(session.process)),
            .integer(Int64(bitPattern: session.started)), .integer(Int64(time(nil))))
        return (database.lastRow, 0)
    }

    private func insert(_ batch: [[UInt8]], at row: (row: Int64, next: Int64))
        throws(JournalError)
    {
        let statement = try database.prepare("INSERT INTO change VALUES (?, ?, ?)")
        for (index, record) in batch.enumerated() {
            try statement.run([
                .integer(row.row), .integer(row.next + Int64(index)), .bytes(record),
            ])
        }
    }

    // MARK: - Changes of any session

    /// Whose changes to a file, or to all files, wait in the journal; the oldest first.
    package func pending(for path: String? = nil) throws(JournalError) -> [PendingChanges] {
        let all = try database.prepare(
            """
            SELECT path, base, process, started, began,
                (SELECT count(*) FROM change WHERE pending = pending.row)
            FROM pending ORDER BY row
            """
        ).rows { row -> PendingChanges? in
            guard let base = FileFingerprint(encoded: row.bytes(1)) else { return nil }
            return PendingChanges(
                path: row.text(0), base: base,
                session: ProcessIdentity(
                    process: Int32(truncatingIfNeeded: row.integer(2)),
                    started: UInt64(bitPattern: row.integer(3))),
                began: row.integer(4), count: Int(row.integer(5)))
        }
        return all.compactMap { $0 }.filter { $0.count > 0 && (path == nil || $0.path == path) }
    }

    /// The records of change, in their order.
    package func load(_ changes: PendingChanges) throws(JournalError) -> [[UInt8]] {
        let statement = try database.prepare(
            """
            SELECT record FROM change JOIN pending ON pending = pending.row
            WHERE path = ? AND process = ? AND started = ? ORDER BY position
            """)
        return try statement.rows(
            .text(changes.path), .integer(Int64(changes.session.process)),
            .integer(Int64(bitPattern: changes.session.started))
        ) { $0.bytes(0) }
    }

    /// Forgets a session's changes: they were applied, or the user dropped them.
    package func clear(_ changes: PendingChanges) throws(JournalError) {
        try database.transaction { () throws(JournalError) in
            try delete(changes.path, of: changes.session)
        }
        if changes.session == session { rowOfPath[changes.path] = nil }
    }

    /// Forgets this session's changes to a file.
    package func clear(_ path: String) throws(JournalError) {
        guard rowOfPath[path] != nil else { return }
        try database.transaction { () throws(JournalError) in try delete(path, of: session) }
        rowOfPath[path] = nil
    }

    /// Within a transaction.
    func delete(_ path: String, of session: ProcessIdentity) throws(JournalError) {
        try database.run(
            "DELETE FROM pending WHERE path = ? AND process = ? AND started = ?", .text(path),
            .integer(Int64(session.process)), .integer(Int64(bitPattern: session.started)))
    }

    /// After a transaction that deleted this session's changes to files.
    func forget(_ paths: [String]) {
        for path in paths { rowOfPath[path] = nil }
    }
}
