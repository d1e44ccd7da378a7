import CSQLite
import Glibc

/// A connection to one SQLite database file. Only one thread at a time may use it.
package final class SqliteConnection {
    private let database: OpaquePointer
    private var statements: [String: SqliteStatement] = [:]
    private let path: String
    /// The identity of the file when it was opened, or nil if `stat` failed.
    private let identity: Identity?

    /// The device and the inode of a file. Two paths with the same identity name the same file.
    private struct Identity: Equatable {
        var device: dev_t
        var node: ino_t

        /// Reads the identity of the file that is at `path` now. Returns nil if `stat` fails.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, node) = (status.st_dev, status.st_ino)
        }
    }

    /// Opens a database file. If the file is missing, creates it, unless `isReadOnly` is true.
    /// - Throws: An error if the file cannot be opened. Whether the file is a database is not checked before the first
    ///   statement runs.
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

    /// Throws an error if `path` names anything other than a regular file, such as a directory, a pipe or a device.
    /// Opening a named pipe would block forever, and SQLite cannot store a database on a device.
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

    /// True if the path still names the file that this connection has opened.
    ///
    /// Check this before writing: if the file was deleted or replaced, writing succeeds, but the data are lost.
    package var isInPlace: Bool { identity != nil && Identity(path: path) == identity }

    /// Runs one or more SQL statements that have no parameters. Rows that they return are ignored.
    package func run(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs `body` in a transaction. If `body` or the commit throws an error, undoes all changes and throws the error.
    package func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors, SQLite has already rolled the transaction back.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Converts the database to the newest version of its tables.
    ///
    /// All steps run in one transaction, because two processes may convert the same file at the same time.
    /// - Parameter steps: The SQL statements for each version of the tables. Step 0 converts an empty file, which has
    ///   version 0, to version 1; step 1 converts version 1 to version 2; and so on. The file stores its version as
    ///   SQLite's `user_version`.
    package func migrate(_ steps: [String]) throws(StorageError) {
        func version() throws(StorageError) -> Int {
            var found = 0
            try statement("PRAGMA user_version").run { found = Int($0.integer(0)) }
            guard found <= steps.count else { throw .tooNew(version: found, known: steps.count) }
            return found
        }
        // A file with the newest version needs no transaction, so it can be opened while another process writes to it.
        guard try version() < steps.count else { return }
        try transaction { () throws(StorageError) in
            let found = try version()
            guard found < steps.count else { return }
            for step in steps[found...] { try run(step) }
            try run("PRAGMA user_version = \(steps.count)")
        }
    }

    /// Returns the prepared statement for an SQL text. The first call with this text prepares the statement, and later
    /// calls return the same statement.
    package func statement(_ sql: String) throws(StorageError) -> SqliteStatement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SqliteStatement(prepared, of: self)
        statements[sql] = statement
        return statement
    }

    /// The id of the row that this connection inserted last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(database) }
    /// The number of rows that the last INSERT, UPDATE or DELETE of this connection changed.
    package var changeCount: Int { Int(sqlite3_changes64(database)) }

    /// The number of database pages that this connection has read so far, because its page cache did not contain them.
    package var pagesRead: Int { status(SQLITE_DBSTATUS_CACHE_MISS) }

    /// The number of database pages that this connection has written so far, to the file or to its write-ahead log. A
    /// page that is later copied from the log to the file is not counted again.
    package var pagesWritten: Int { status(SQLITE_DBSTATUS_CACHE_WRITE) }

    /// Returns true if the database has no pages: nothing was written to it yet.
    package func isEmpty() throws(StorageError) -> Bool {
        var count: Int64 = 0
        try statement("PRAGMA page_count").run { count = $0.integer(0) }
        return count == 0
    }

    /// Returns the size of a database page in bytes.
    package func pageSize() throws(StorageError) -> Int {
        var size = 0
        try statement("PRAGMA page_size").run { size = Int($0.integer(0)) }
        return size
    }

    /// Returns the current value of one of the counters that SQLite keeps for this connection (`SQLITE_DBSTATUS_…`).
    private func status(_ what: Int32) -> Int {
        var (count, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(database, what, &count, &highest, 0)
        return Int(count)
    }

    /// Returns the error for a result code of SQLite, with the message that SQLite has for the last failed call of this
    /// connection.
    func error(_ code: Int32) -> StorageError { Self.error(code, database, nil) }

    /// Returns the error for a result code of SQLite. Its description is SQLite's message for the last failed call of
    /// `database`, with `path` in front if it is not nil.
    private static func error(_ code: Int32, _ database: OpaquePointer?, _ path: String?) -> StorageError {
        var words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if let path { words = "\(path): \(words)" }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_TOOBIG, SQLITE_NOMEM: return .noRoom(words)
        // This is the extended code SQLITE_IOERR_SHORT_READ: the file ends before the data that SQLite wants to read.
        case SQLITE_IOERR where code == SQLITE_IOERR | (2 << 8): return .damaged(words)
        // SQLite also returns SQLITE_IOERR if the disk is full or a quota is exceeded.
        case SQLITE_IOERR: return .noRoom(words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(words)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR: return .damaged(words)
        case _: return .inaccessible(words)
        }
    }
}
