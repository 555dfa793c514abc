/// SQLite 3, as Debian ships it, and what its macros hide from Swift.
#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Binds bytes that SQLite copies. No bytes are an empty blob, not NULL.
static inline int csqlite_bind_bytes(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Has closing a connection leave the log as it is: to move its contents into the database, and to
/// make a new log the next time, takes several waits for the disk.
static inline int csqlite_keep_log(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
