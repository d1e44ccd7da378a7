import CSQLite
import Glibc

/// One open database. It is used by one thread at a time.
package final class SqliteConnection {
    private let database: OpaquePointer
    private var statements: [String: SqliteStatement] = [:]
    private let path: String
    /// Of the file that was opened.
    private let identity: Identity?

    private struct Identity: Equatable {
        var device: dev_t
        var node: ino_t

        /// Of the file that bears the name now.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, node) = (status.st_dev, status.st_ino)
        }
    }

    /// Creates the file where it is missing, unless it is only read.
    /// - Throws: where it cannot be opened; what is in it is looked at by the first statement only.
    package init(path: String, isReadOnly: Bool = false) throws(StorageError) {
        // The library would wait for whoever feeds a pipe.
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .inaccessible("\(path): it is no file")
        }
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

    deinit {
        statements = [:]
        sqlite3_close_v2(database)
    }

    /// Whether the file that is open is still the one with its name. What is written into one that was deleted or replaced is lost
    /// without an error.
    package var isInPlace: Bool { identity != nil && Identity(path: path) == identity }

    /// Runs statements without parameters and results.
    package func run(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// All or nothing.
    package func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors the library has rolled back already.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Brings the tables to the newest form, in one transaction: two processes may come to a new file at once.
    /// - Parameter steps: from each version (`PRAGMA user_version`, 0 is an empty file) to the one after it.
    package func migrate(_ steps: [String]) throws(StorageError) {
        try transaction { () throws(StorageError) in
            var found = 0
            try statement("PRAGMA user_version").run { found = Int($0.integer(0)) }
            guard found <= steps.count else { throw .tooNew(version: found, known: steps.count) }
            guard found < steps.count else { return }
            for step in steps[found...] { try run(step) }
            try run("PRAGMA user_version = \(steps.count)")
        }
    }

    /// A statement that is prepared once.
    package func statement(_ sql: String) throws(StorageError) -> SqliteStatement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SqliteStatement(prepared, of: self)
        statements[sql] = statement
        return statement
    }

    /// The row that was inserted last.
    package var lastRow: Int64 { sqlite3_last_insert_rowid(database) }
    /// How many rows the last statement changed.
    package var changeCount: Int { Int(sqlite3_changes64(database)) }

    /// Pages of the file that were read so far, for they were not in memory.
    package var pagesRead: Int {
        var (count, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_MISS, &count, &highest, 0)
        return Int(count)
    }

    /// What went wrong last.
    func error(_ code: Int32) -> StorageError { Self.error(code, database, nil) }

    private static func error(_ code: Int32, _ database: OpaquePointer?, _ path: String?) -> StorageError {
        var words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if let path { words = "\(path): \(words)" }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_TOOBIG, SQLITE_NOMEM: return .noRoom(words)
        // The file is shorter than it should be.
        case SQLITE_IOERR where code == SQLITE_IOERR | (2 << 8): return .damaged(words)
        // The library says so of a full disk and of quotas, too.
        case SQLITE_IOERR: return .noRoom(words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(words)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR: return .damaged(words)
        case _: return .inaccessible(words)
        }
    }
}
