import Glibc

extension Journal {
    /// Makes what a dead session left this one's own, so that the commit that writes it also takes
    /// it out of the journal: there is no moment at which a crash would have it written twice.
    ///
    /// - Returns: false if it is no longer there, or another process has been quicker.
    package func adopt(_ changes: PendingChanges) throws(JournalError) -> Bool {
        try database.transaction { () throws(JournalError) in
            try database.run(
                """
                UPDATE OR IGNORE pending SET process = ?, started = ?
                WHERE path = ? AND process = ? AND started = ?
                """, .integer(Int64(session.process)),
                .integer(Int64(bitPattern: session.started)), .text(changes.path),
                .integer(Int64(changes.session.process)),
                .integer(Int64(bitPattern: changes.session.started)))
            return database.changedRows > 0
        }
    }

    /// Waits until what was written is on the disk, where a loss of power leaves it.
    package func synchronise() throws(JournalError) {
        // The newest transactions are in SQLite's log; without one they are in the database.
        for path in [state.journal + "-wal", state.journal] where access(path, F_OK) == 0 {
            do throws(SystemError) {
                try Descriptor(path: path, flags: O_RDONLY).synchronise()
            } catch {
                throw JournalError(path: path, message: "\(error)", code: 0)
            }
            return
        }
    }
}
