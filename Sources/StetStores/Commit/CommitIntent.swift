/// A commit that the journal knows of, as it stands there from before its first byte is written
/// until its last file is in place.
struct CommitIntent {
    struct File {
        var places: StagedFile.Places
        /// What the target was.
        var base: FileFingerprint
        /// What the new version is; nil until all are complete.
        var replacement: FileFingerprint?
    }

    /// In the journal.
    var row: Int64
    /// All new versions are on the disk: from here on the commit is finished, not undone.
    var isPrepared: Bool
    /// Whose changes it writes.
    var session: ProcessIdentity
    var files: [File]
}

extension Journal {
    /// Notes where new versions are about to be written.
    ///
    /// - Returns: the intent's row.
    func beginCommit(_ orders: [StagedFile.Order]) throws(JournalError) -> Int64 {
        try database.transaction { () throws(JournalError) in
            try database.run(
                "INSERT INTO intent(prepared, process, started) VALUES (0, ?, ?)",
                .integer(Int64(session.process)),
                .integer(Int64(bitPattern: session.started)))
            let intent = database.lastRow
            for (position, order) in orders.enumerated() {
                try database.run(
                    "INSERT INTO intent_file VALUES (?, ?, ?, ?, ?, ?, NULL)", .integer(intent),
                    .integer(Int64(position)), .text(order.places.target),
                    .text(order.places.temporary), order.places.backup.map { .text($0) } ?? .null,
                    .bytes(order.base.encoded))
            }
            return intent
        }
    }

    /// Notes, durably, that all new versions are complete.
    func prepareCommit(_ intent: Int64, _ replacements: [FileFingerprint]) throws(JournalError) {
        try database.transaction(isDurable: true) { () throws(JournalError) in
            for (position, replacement) in replacements.enumerated() {
                try database.run(
                    "UPDATE intent_file SET replacement = ? WHERE intent = ? AND position = ?",
                    .bytes(replacement.encoded), .integer(intent), .integer(Int64(position)))
            }
            try database.run("UPDATE intent SET prepared = 1 WHERE row = ?", .integer(intent))
        }
    }

    /// Forgets a commit, and the changes that it has written.
    ///
    /// - Parameters:
    ///   - written: files whose changes are no longer pending.
    ///   - session: whose changes.
    func endCommit(_ intent: Int64, written: [String], of session: ProcessIdentity)
        throws(JournalError)
    {
        try database.transaction { () throws(JournalError) in
            for path in written { try delete(path, of: session) }
            try database.run("DELETE FROM intent WHERE row = ?", .integer(intent))
        }
        if session == self.session { forget(written) }
    }

    /// The commits under way or interrupted, the oldest first.
    ///
    /// - Parameter row: only this one.
    func intents(_ row: Int64? = nil) throws(JournalError) -> [CommitIntent] {
        var intents = try database.prepare(
            "SELECT row, prepared, process, started FROM intent ORDER BY row"
        ).rows { row in
            CommitIntent(
                row: row.integer(0), isPrepared: row.integer(1) != 0,
                session: ProcessIdentity(
                    process: Int32(truncatingIfNeeded: row.integer(2)),
                    started: UInt64(bitPattern: row.integer(3))),
                files: [])
        }.filter { row == nil || $0.row == row }
        let statement = try database.prepare(
            """
            SELECT target, temporary, backup, base, replacement FROM intent_file
            WHERE intent = ? ORDER BY position
            """)
        for index in intents.indices {
            intents[index].files = try statement.rows(.integer(intents[index].row)) {
                row -> CommitIntent.File? in
                guard let base = FileFingerprint(encoded: row.bytes(3)) else { return nil }
                return CommitIntent.File(
                    places: StagedFile.Places(
                        target: row.text(0), temporary: row.text(1),
                        backup: row.isNull(2) ? nil : row.text(2)),
                    base: base, replacement: FileFingerprint(encoded: row.bytes(4)))
            }.compactMap { $0 }
        }
        return intents
    }
}
