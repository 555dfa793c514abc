import CSQLite
import Glibc

/// An error that SQLite reported for the journal.
package struct JournalError: Error, Hashable, Sendable {
    /// Of the database.
    package var path: String
    /// What SQLite says.
    package var message: String
    /// SQLite's extended result code.
    package var code: Int32
}

extension JournalError: CustomStringConvertible {
    package var description: String {
        let advice =
            switch code & 0xFF {
            case SQLITE_FULL: "free some space there"
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
                "set XDG_STATE_HOME to a folder that can be written"
            case SQLITE_CORRUPT, SQLITE_NOTADB:
                "move that file and those beside it whose names begin so away to start a new journal"
            case SQLITE_BUSY: "another Stet uses it; try again"
            default: ""
            }
        return "the journal \(path) cannot be used: \(message)"
            + (advice.isEmpty ? "" : " (\(advice))")
    }
}

/// A connection to an SQLite database, used by one thread at a time.
///
/// Unsafe code: `connection` is open until `deinit`; a statement keeps its database alive.
package final class Database {
    /// The release of SQLite, such as "3.40.1".
    package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    let path: String
    fileprivate let connection: OpaquePointer

    /// Opens a database, which must exist: SQLite would create it for everyone to read.
    init(path: String) throws(JournalError) {
        self.path = path
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = String(cString: sqlite3_errstr(code))
            sqlite3_close_v2(opened)
            throw JournalError(path: path, message: message, code: code)
        }
        connection = opened
        sqlite3_extended_result_codes(connection, 1)
        sqlite3_busy_timeout(connection, 5_000)
    }

    /// The log stays beside the database at the end, if it is short.
    var keepsLog = false
    /// A longer log is put into the database: it is read whenever that is opened.
    private static let longestKeptLog = 256 << 10

    deinit {
        var status = stat()
        if keepsLog, stat(path + "-wal", &status) == 0, status.st_size <= Self.longestKeptLog {
            csqlite_keep_log(connection)
        }
        sqlite3_close_v2(connection)
    }

    /// Runs statements that give no rows.
    func execute(_ text: String) throws(JournalError) {
        try check(sqlite3_exec(connection, text, nil, nil, nil))
    }

    func prepare(_ text: String) throws(JournalError) -> Statement {
        try Statement(text, in: self)
    }

    /// Runs a statement that gives no rows.
    func run(_ text: String, _ values: Statement.Value...) throws(JournalError) {
        try prepare(text).run(values)
    }

    /// All changes of `body` or, if it fails, none.
    ///
    /// - Parameter isDurable: whether to wait until they are on the disk. Without, a crash of the
    ///   process loses nothing, a loss of power may lose the last transactions.
    func transaction<Result>(
        isDurable: Bool = false, _ body: () throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        try execute(isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
        try execute("BEGIN IMMEDIATE")
        do throws(JournalError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors end the transaction by themselves; then there is nothing to roll back.
            if sqlite3_get_autocommit(connection) == 0 {
                sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            }
            throw error
        }
    }

    /// The number that SQLite gave the row inserted last.
    var lastRow: Int64 { sqlite3_last_insert_rowid(connection) }

    /// How many rows the last statement changed.
    var changedRows: Int { Int(sqlite3_changes(connection)) }

    fileprivate func check(_ code: Int32) throws(JournalError) {
        guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
        throw JournalError(
            path: path, message: String(cString: sqlite3_errmsg(connection)), code: code)
    }
}

/// A compiled statement of a database.
///
/// Unsafe code: `handle` is valid until `deinit`.
final class Statement {
    enum Value {
        case null
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
    }

    private let database: Database
    private let handle: OpaquePointer

    fileprivate init(_ text: String, in database: Database) throws(JournalError) {
        self.database = database
        var handle: OpaquePointer?
        try database.check(sqlite3_prepare_v2(database.connection, text, -1, &handle, nil))
        guard let handle else {
            throw JournalError(path: database.path, message: "empty statement", code: SQLITE_MISUSE)
        }
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Starts again with other values for the parameters, in their order.
    func bind(_ values: [Value]) throws(JournalError) {
        sqlite3_reset(handle)
        for (index, value) in values.enumerated() {
            let parameter = Int32(index + 1)
            switch value {
            case .null: try database.check(sqlite3_bind_null(handle, parameter))
            case .integer(let number):
                try database.check(sqlite3_bind_int64(handle, parameter, number))
            case .text(let text): try bind(Array(text.utf8), to: parameter)
            case .bytes(let bytes): try bind(bytes, to: parameter)
            }
        }
    }

    private func bind(_ bytes: [UInt8], to parameter: Int32) throws(JournalError) {
        let code = bytes.withUnsafeBytes {
            csqlite_bind_bytes(handle, parameter, $0.baseAddress, UInt64($0.count))
        }
        try database.check(code)
    }

    /// - Returns: whether there is a row.
    func step() throws(JournalError) -> Bool {
        let code = sqlite3_step(handle)
        try database.check(code)
        return code == SQLITE_ROW
    }

    func run(_ values: [Value]) throws(JournalError) {
        try bind(values)
        while try step() {}
        sqlite3_reset(handle)
    }

    /// All rows, each read by `body`.
    func rows<Row>(_ values: Value..., read body: (Statement) -> Row) throws(JournalError)
        -> [Row]
    {
        try bind(values)
        var rows: [Row] = []
        while try step() { rows.append(body(self)) }
        sqlite3_reset(handle)
        return rows
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func bytes(_ column: Int32) -> [UInt8] {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Text is kept as bytes: paths need not be valid Unicode.
    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
