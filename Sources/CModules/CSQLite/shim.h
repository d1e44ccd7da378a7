// SQLite for Swift.
#pragma once
#include <sqlite3.h>

// SQLite copies the bound bytes (SQLITE_TRANSIENT, a cast that Swift does not import).
static inline int longwave_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
// Views and triggers of a database run code that Longwave did not write, and Longwave's own databases have none.
// (sqlite3_db_config has a variable number of arguments, which Swift does not import.)
static inline void longwave_sqlite_distrust(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
static inline int longwave_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                       : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}
