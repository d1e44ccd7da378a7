import CSQLite
import Glibc

/// One open SQLite database, used by one thread at a time.
package final class SqliteConnection {
    private let database: OpaquePointer
    private var statements: [String: SqliteStatement] = [:]
    private let path: String
    /// The identity of the opened file, or nil if the system did not state it.
    private let identity: Identity?

    /// The device and the inode of a file.
    private struct Identity: Equatable {
        var device: dev_t
        var node: ino_t

        /// Reads the identity of the file that is now at `path`.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, node) = (status.st_dev, status.st_ino)
        }
    }

    /// Opens a database. Creates a missing file unless `isReadOnly` is true.
    /// - Throws: An error if the file cannot be opened. The file's content is not checked before the first statement.
    package init(path: String, isReadOnly: Bool = false) throws(StorageError) {
        try Self.refuseOtherThanFiles(path)
        var database: OpaquePointer?
        let flags =
            (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &database, flags, nil)
        guard code == SQLITE_OK, let database else {
            let error = Self.error(code, database, path)
            sqlite3_close_v2(database)
            throw error
        }
        self.database = database
        self.path = path
        identity = Identity(path: path)
        sqlite3_extended_result_codes(database, 1)
        sqlite3_busy_timeout(database, 10_000)
    }

    /// Throws an error if the path names something other than a file. Opening a named pipe would block for ever, and a
    /// device cannot hold a database.
    private static func refuseOtherThanFiles(_ path: String) throws(StorageError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "a pipe or a device"
        throw .inaccessible("\(path) is \(kind), not a file")
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(database)
    }

    /// True if the path still names the open file.
    ///
    /// Data that is written to a deleted or replaced file is lost without an error.
    package var isInPlace: Bool { identity != nil && Identity(path: path) == identity }

    /// Runs statements that have no parameters and no results.
    package func run(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs `body` in a transaction, which is rolled back after an error.
    package func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors SQLite has already rolled back.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Converts the tables to the newest format.
    ///
    /// All steps run in one transaction, because two processes may open a new file at once.
    /// - Parameter steps: The SQL for each version of the format. Step 0 converts an empty file, which has version 0,
    ///   to version 1; step 1 converts version 1 to version 2; and so on. SQLite's `user_version` stores the version in
    ///   the file.
    package func migrate(_ steps: [String]) throws(StorageError) {
        func version() throws(StorageError) -> Int {
            var found = 0
            try statement("PRAGMA user_version").run { found = Int($0.integer(0)) }
            guard found <= steps.count else { throw .tooNew(version: found, known: steps.count) }
            return found
        }
        // No transaction is needed for a file in the newest format, so it can be opened while another process writes.
        guard try version() < steps.count else { return }
        try transaction { () throws(StorageError) in
            let found = try version()
            guard found < steps.count else { return }
            for step in steps[found...] { try run(step) }
            try run("PRAGMA user_version = \(steps.count)")
        }
    }

    /// Returns the prepared statement of an SQL text. The statement is prepared at the first call with this text, and
    /// kept for later calls.
    package func statement(_ sql: String) throws(StorageError) -> SqliteStatement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SqliteStatement(prepared, of: self)
        statements[sql] = statement
        return statement
    }

    /// The id of the row that was inserted last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(database) }
    /// The number of rows that the last statement changed.
    package var changeCount: Int { Int(sqlite3_changes64(database)) }

    /// The number of pages that this connection has read from the file so far, because they were not in memory.
    package var pagesRead: Int { status(SQLITE_DBSTATUS_CACHE_MISS) }

    /// The number of pages that this connection has written so far, to the file or to its write-ahead log. Pages copied
    /// from the log to the file do not count.
    package var pagesWritten: Int { status(SQLITE_DBSTATUS_CACHE_WRITE) }

    /// Returns true if nothing has been written to the database yet.
    package func isEmpty() throws(StorageError) -> Bool {
        var count: Int64 = 0
        try statement("PRAGMA page_count").run { count = $0.integer(0) }
        return count == 0
    }

    /// Returns the size of a page in bytes.
    package func pageSize() throws(StorageError) -> Int {
        var size = 0
        try statement("PRAGMA page_size").run { size = Int($0.integer(0)) }
        return size
    }

    /// Returns one of SQLite's counters of this connection.
    private func status(_ what: Int32) -> Int {
        var (count, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(database, what, &count, &highest, 0)
        return Int(count)
    }

    /// Returns the error for SQLite's result code, with SQLite's last message.
    func error(_ code: Int32) -> StorageError { Self.error(code, database, nil) }

    /// Returns the error for SQLite's result code. The description is SQLite's last message for `database`, with `path`
    /// in front if it is not nil.
    private static func error(_ code: Int32, _ database: OpaquePointer?, _ path: String?) -> StorageError {
        var words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if let path { words = "\(path): \(words)" }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_TOOBIG, SQLITE_NOMEM: return .noRoom(words)
        // The extended code SQLITE_IOERR_SHORT_READ: the file is shorter than expected.
        case SQLITE_IOERR where code == SQLITE_IOERR | (2 << 8): return .damaged(words)
        // SQLite uses this code also if the disk is full or a quota is exceeded.
        case SQLITE_IOERR: return .noRoom(words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(words)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR: return .damaged(words)
        case _: return .inaccessible(words)
        }
    }
}
