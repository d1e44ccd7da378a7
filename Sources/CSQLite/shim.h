// SQLite for Swift.
#pragma once
#include <sqlite3.h>

// SQLite copies the bound bytes (SQLITE_TRANSIENT, a cast that Swift does not import).
static inline int longwave_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
static inline int longwave_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
