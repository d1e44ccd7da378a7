import CSQLite

/// One open database. It is used by one thread at a time.
final class SqliteConnection {
    private let database: OpaquePointer
    private var statements: [String: SqliteStatement] = [:]

    /// Creates the file where it is missing, unless it is only read.
    init(path: String, isReadOnly: Bool = false) throws(TitleStoreError) {
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
        sqlite3_extended_result_codes(database, 1)
        sqlite3_busy_timeout(database, 10_000)
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(database)
    }

    /// Runs statements without parameters and results.
    func run(_ sql: String) throws(TitleStoreError) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// All or nothing.
    func transaction<Result>(_ body: () throws(TitleStoreError) -> Result) throws(TitleStoreError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(TitleStoreError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors the library has rolled back already.
            if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// A statement that is prepared once.
    func statement(_ sql: String) throws(TitleStoreError) -> SqliteStatement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SqliteStatement(prepared, of: self)
        statements[sql] = statement
        return statement
    }

    var lastRow: Int64 { sqlite3_last_insert_rowid(database) }
    var changeCount: Int { Int(sqlite3_changes64(database)) }

    func error(_ code: Int32) -> TitleStoreError { Self.error(code, database, nil) }

    private static func error(_ code: Int32, _ database: OpaquePointer?, _ path: String?) -> TitleStoreError {
        var words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if let path { words = "\(path): \(words)" }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_TOOBIG, SQLITE_NOMEM: return .noRoom(words)
        // The library says so of a full disk and of quotas, too.
        case SQLITE_IOERR: return .noRoom(words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(words)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR: return .damaged(words)
        case _: return .inaccessible(words)
        }
    }
}
