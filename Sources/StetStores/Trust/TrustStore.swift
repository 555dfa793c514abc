import CSQLite
import Glibc

/// Why the trust store cannot be used. Until it can, nothing is trusted.
package struct TrustStoreError: Error, Hashable, Sendable {
    package var path: String
    /// What is wrong.
    package var reason: String
    /// What to do about it.
    package var advice: String
}

extension TrustStoreError: CustomStringConvertible {
    package var description: String {
        "the trust store \(path) cannot be used, so nothing is trusted: \(reason) (\(advice))"
    }
}

/// What one user trusts: a database in the state folder that nobody else may write.
///
/// Each change is made whole or not at all; of two Stets that change it at once, one waits. A store
/// belongs to one thread.
package struct TrustStore {
    package let path: String

    private static let version: Int64 = 1
    private static let schema = """
        CREATE TABLE item(
            row INTEGER PRIMARY KEY, folder BLOB NOT NULL, path BLOB NOT NULL,
            kind BLOB NOT NULL, name BLOB NOT NULL, since INTEGER NOT NULL,
            UNIQUE(folder, path));
        CREATE TABLE item_grant(
            item INTEGER NOT NULL REFERENCES item(row) ON DELETE CASCADE,
            position INTEGER NOT NULL, text BLOB NOT NULL,
            PRIMARY KEY(item, position)) WITHOUT ROWID;
        CREATE TABLE item_text(
            item INTEGER NOT NULL REFERENCES item(row) ON DELETE CASCADE,
            position INTEGER NOT NULL, path BLOB NOT NULL, bytes BLOB NOT NULL,
            PRIMARY KEY(item, position));
        PRAGMA user_version = \(version);
        """

    private let folder: String

    /// - Parameter folder: of the state; made when something is trusted first.
    package init(in folder: String) {
        self.folder = folder
        path = folder + "/trust.sqlite"
    }

    package static var ofUser: TrustStore { TrustStore(in: StateFolder.pathOfUser) }

    // MARK: Reading

    /// Everything that is trusted, or what is in one project; the oldest first.
    package func items(in folder: String? = nil) throws(TrustStoreError) -> [TrustedItem] {
        try reading([]) { database throws(JournalError) in
            let rows = try database.prepare(
                "SELECT row, folder, path, kind, name, since FROM item ORDER BY row"
            ).rows { row in
                (
                    row: row.integer(0),
                    item: TrustedItem.Kind(rawValue: row.text(3)).map {
                        TrustedItem(
                            folder: row.text(1), path: row.text(2), kind: $0, name: row.text(4),
                            grants: [], texts: [], since: row.integer(5))
                    }
                )
            }
            var items: [TrustedItem] = []
            for (row, item) in rows {
                guard var item, folder == nil || item.folder == folder else { continue }
                item.grants = try database.prepare(
                    "SELECT text FROM item_grant WHERE item = ? ORDER BY position"
                ).rows(.integer(row)) { $0.text(0) }
                item.texts = try database.prepare(
                    "SELECT path, bytes FROM item_text WHERE item = ? ORDER BY position"
                ).rows(.integer(row)) { TrustedItem.Text(path: $0.text(0), bytes: $0.bytes(1)) }
                items.append(item)
            }
            return items
        }
    }

    /// What was trusted at a path, whatever is there now.
    package func item(at path: String, in folder: String) throws(TrustStoreError) -> TrustedItem? {
        try items(in: folder).first { $0.path == path }
    }

    // MARK: Changing

    /// Trusts items, all or none; each replaces what was trusted at its path.
    package func add(_ items: [TrustedItem]) throws(TrustStoreError) {
        try writing { database throws(JournalError) in
            for item in items {
                try database.run(
                    "DELETE FROM item WHERE folder = ? AND path = ?", .text(item.folder),
                    .text(item.path))
                try database.run(
                    "INSERT INTO item(folder, path, kind, name, since) VALUES (?, ?, ?, ?, ?)",
                    .text(item.folder), .text(item.path), .text(item.kind.rawValue),
                    .text(item.name), .integer(item.since))
                let row = database.lastRow
                for (position, grant) in item.grants.enumerated() {
                    try database.run(
                        "INSERT INTO item_grant VALUES (?, ?, ?)", .integer(row),
                        .integer(Int64(position)), .text(grant))
                }
                for (position, text) in item.texts.enumerated() {
                    try database.run(
                        "INSERT INTO item_text VALUES (?, ?, ?, ?)", .integer(row),
                        .integer(Int64(position)), .text(text.path), .bytes(text.bytes))
                }
            }
        }
    }

    /// Takes trust back: of everything in a project, or of what is at one path in it.
    ///
    /// - Returns: how many items it was.
    package func remove(in folder: String, at path: String? = nil) throws(TrustStoreError) -> Int {
        guard access(self.path, F_OK) == 0 else { return 0 }
        return try writing { database throws(JournalError) in
            if let path {
                try database.run(
                    "DELETE FROM item WHERE folder = ? AND path = ?", .text(folder), .text(path))
            } else {
                try database.run("DELETE FROM item WHERE folder = ?", .text(folder))
            }
            return database.changedRows
        }
    }

    // MARK: The database

    private func reading<Result>(
        _ none: Result, _ body: (Database) throws(JournalError) -> Result
    ) throws(TrustStoreError) -> Result {
        var status = stat()
        if lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR { return none }
        do throws(SystemError) {
            try examine(Descriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
        } catch {
            throw failure(error)
        }
        try examineOwner()
        return try database { database throws(JournalError) in
            // Made and never written to: whoever made it was stopped.
            if try Self.versionOf(database) == 0, try Self.isEmpty(database) { return none }
            try check(database)
            return try body(database)
        }
    }

    private func writing<Result>(
        _ body: (Database) throws(JournalError) -> Result
    ) throws(TrustStoreError) -> Result {
        do throws(SystemError) {
            _ = try StateFolder(path: folder)
            try examine(
                Descriptor(path: path, flags: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK))
        } catch {
            throw failure(error)
        }
        try examineOwner()
        return try database { database throws(JournalError) in
            try database.execute("PRAGMA foreign_keys = ON")
            return try database.transaction(isDurable: true) { () throws(JournalError) in
                if try Self.versionOf(database) == 0, try Self.isEmpty(database) {
                    try database.execute(Self.schema)
                }
                try check(database)
                return try body(database)
            }
        }
    }

    /// Refuses what is no plain file.
    private func examine(_ file: borrowing Descriptor) throws(SystemError) {
        guard try file.status().st_mode & S_IFMT == S_IFREG else {
            throw SystemError(function: "open", path: path, code: EINVAL)
        }
    }

    /// Refuses what somebody else could have written.
    private func examineOwner() throws(TrustStoreError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw failure(SystemError(function: "stat", path: path, code: errno))
        }
        guard status.st_uid == geteuid() else {
            throw TrustStoreError(
                path: path, reason: "it belongs to another user", advice: "move that file away")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw TrustStoreError(
                path: path, reason: "other users may write it",
                advice: "look at \"stet trust --list\" after: chmod 600 \(path)")
        }
    }

    private func database<Result>(
        _ body: (Database) throws(JournalError) -> Result
    ) throws(TrustStoreError) -> Result {
        do throws(JournalError) {
            return try body(try Database(path: path))
        } catch {
            let advice =
                switch error.code & 0xFF {
                case SQLITE_FULL: "free some space there"
                case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
                    "set XDG_STATE_HOME to a folder that can be written"
                case SQLITE_BUSY: "another Stet uses it; try again"
                default: "move that file away, and trust again what is to be trusted"
                }
            throw TrustStoreError(path: path, reason: error.message, advice: advice)
        }
    }

    private func failure(_ error: SystemError) -> TrustStoreError {
        TrustStoreError(
            path: path,
            reason: error.code == EINVAL || error.code == ELOOP
                ? "it is no plain file" : "\(error)",
            advice: error.code == EACCES || error.code == EROFS
                ? "set XDG_STATE_HOME to a folder that can be written" : "move it away")
    }

    private func check(_ database: Database) throws(JournalError) {
        guard try Self.versionOf(database) == Self.version else {
            throw JournalError(
                path: path, message: "it was written by another version of Stet", code: 0)
        }
    }

    private static func versionOf(_ database: Database) throws(JournalError) -> Int64 {
        try database.prepare("PRAGMA user_version").rows { $0.integer(0) }.first ?? 0
    }

    private static func isEmpty(_ database: Database) throws(JournalError) -> Bool {
        try database.prepare("SELECT count(*) FROM sqlite_schema").rows { $0.integer(0) } == [0]
    }
}
