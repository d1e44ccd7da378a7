import CSQLite
import Glibc
import RadioFormats
import RadioLoop

/// A connection to one SQLite database file. Only one thread at a time may use it.
///
/// The file may be damaged, or made by somebody else. Its numbers are bounded (``SqliteStatement/integer(_:)``), and its
/// views and triggers do not run.
package final class SqliteConnection {
    private let database: OpaquePointer
    private var statements: [String: SqliteStatement] = [:]
    /// The path of the file, without symbolic links.
    private let path: String
    /// The version of the file's tables when it was opened (SQLite's `user_version`); 0 for an empty file.
    package private(set) var version = 0

    /// The maximum size in bytes of a text, a blob or a row. A larger one is damage.
    private static let maximumLength: Int32 = 32 << 20

    /// Opens a database file. If the file is missing, creates it, unless `isReadOnly` is true.
    /// - Throws: An error if the file cannot be opened, or is not a database.
    package convenience init(path: String, isReadOnly: Bool = false) throws(StorageError) {
        let lock = FolderLock(ofFile: path, .shared)
        defer { lock.release() }
        try self.init(unchecked: path, isReadOnly: isReadOnly)
        try check()
    }

    /// Opens a database file without reading it.
    private init(unchecked path: String, isReadOnly: Bool = false) throws(StorageError) {
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
        self.path = DatabasePath.resolved(path)
        sqlite3_extended_result_codes(database, 1)
        sqlite3_busy_timeout(database, 10_000)
        sqlite3_limit(database, SQLITE_LIMIT_LENGTH, Self.maximumLength)
        longwave_sqlite_distrust(database)
    }

    /// Reads the file's first page, and checks that the file is a database with a version that Longwave can have
    /// written.
    ///
    /// SQLite opens the files beside the database (`-wal` and `-shm`) by their names when it first reads the database.
    /// The folder must be locked meanwhile, so that no other program sets the files aside.
    private func check() throws(StorageError) {
        version = try readVersion()
    }

    private func readVersion() throws(StorageError) -> Int {
        var version = 0
        try statement("PRAGMA user_version").run { version = Int($0.integer(0)) }
        guard version >= 0 else { throw .damaged("its format version is \(version)") }
        return version
    }

    // MARK: Damaged files

    /// Opens a database that this program writes, and runs `body` with it. If the file proves damaged while `body`
    /// runs, renames the file to `….damaged-DATE`, and runs `body` again with a new file.
    ///
    /// Two programs that find the same file damaged rename it only once, and neither renames the other's new file. A
    /// file that was written by a newer version is not renamed.
    /// - Parameter body: reads and writes the file. It must undo its changes if it throws, for example with
    ///   ``transaction(_:)``.
    /// - Returns: the result of `body`, and the new path of the damaged file; nil if none was renamed.
    package static func writing<Result>(
        path: String, _ body: (SqliteConnection) throws(StorageError) -> Result
    ) throws(StorageError) -> (result: Result, aside: String?) {
        var aside: String?
        var isSecond = false
        while true {
            let lock = FolderLock(ofFile: path, .shared)
            defer { lock.release() }
            let connection = try SqliteConnection(unchecked: path)
            do throws(StorageError) {
                try connection.check()
                lock.release()
                return (try body(connection), aside)
            } catch {
                lock.release()
                guard case .damaged = error, !isSecond else { throw error.naming(path) }
                isSecond = true
                aside = try connection.setAside()
            }
        }
    }

    /// Renames the damaged file that this connection has opened, and the files that SQLite keeps beside it. Nothing is
    /// replaced or deleted. The connection cannot be used afterwards.
    /// - Returns: the file's new path; nil if another file is at the path already.
    /// - Throws: the reason why the file cannot be renamed.
    package func setAside() throws(StorageError) -> String? {
        let lock = FolderLock(ofFile: path, .exclusive)
        defer { lock.release() }
        guard !lock.isRefused else { throw .busy("\(path) is damaged, and another program keeps its folder locked") }
        guard isInPlace else { return nil }
        let stamp = WallClock.localStamp(milliseconds: WallClock.milliseconds)
        for number in 1... {
            let aside = "\(path).damaged-\(stamp)" + (number == 1 ? "" : "-\(number)")
            guard access(aside, F_OK) != 0 else { continue }
            guard rename(path, aside) == 0 else {
                throw .inaccessible("\(path) is damaged, and cannot be renamed: \(String(cString: strerror(errno)))")
            }
            for end in ["-wal", "-shm", "-journal"] { _ = rename(path + end, aside + end) }
            return aside
        }
        return nil
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
    package var isInPlace: Bool {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(database, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code == SQLITE_OK && hasMoved == 0
    }

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

    /// Throws an error if the file has a newer version than `known`. Call this before any other use of the file.
    package func refuseNewer(than known: Int) throws(StorageError) {
        guard version <= known else { throw .tooNew(version: version, known: known) }
    }

    /// Converts the database to the newest version of its tables.
    ///
    /// All steps run in one transaction, because two processes may convert the same file at the same time.
    /// - Parameter steps: The SQL statements for each version of the tables. Step 0 converts an empty file, which has
    ///   version 0, to version 1; step 1 converts version 1 to version 2; and so on. The file stores its version as
    ///   SQLite's `user_version`.
    package func migrate(_ steps: [String]) throws(StorageError) {
        // A file with the newest version needs no transaction, so it can be opened while another process writes to it.
        version = try readVersion()
        try refuseNewer(than: steps.count)
        try checkNumbers()
        guard version < steps.count else { return }
        try transaction { () throws(StorageError) in
            version = try readVersion()
            try refuseNewer(than: steps.count)
            guard version < steps.count else { return }
            for step in steps[version...] { try run(step) }
            try run("PRAGMA user_version = \(steps.count)")
        }
    }

    /// Throws an error if the numbers of a table's rows have reached an impossible size. After the largest number,
    /// SQLite adds no row to a table with ascending numbers, and reports a full disk.
    private func checkNumbers() throws(StorageError) {
        var tables: [String] = []
        try statement("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'").run {
            tables.append(($0.text(0) ?? "").replacing("\"", with: "\"\""))
        }
        guard !tables.isEmpty else { return }
        var largest: Int64 = 0
        for sql in ["SELECT max(seq) FROM sqlite_sequence"] + tables.map({ "SELECT max(rowid) FROM \"\($0)\"" }) {
            try statement(sql).run { largest = max(largest, $0.integer(0)) }
        }
        guard largest < SqliteStatement.integers.upperBound else {
            throw .damaged("its rows have numbers of an impossible size")
        }
    }

    /// Returns the prepared statement for an SQL text. The first call with this text prepares the statement, and later
    /// calls return the same statement.
    package func statement(_ sql: String) throws(StorageError) -> SqliteStatement {
        if let known = statements[sql] { return known }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code) }
        let statement = SqliteStatement(prepared)
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
    static func error(_ code: Int32, _ database: OpaquePointer?, _ path: String?) -> StorageError {
        var words = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if let path { words = "\(path): \(words)" }
        switch code & 0xFF {
        case SQLITE_FULL, SQLITE_NOMEM: return .noRoom(words)
        // This is the extended code SQLITE_IOERR_SHORT_READ: the file ends before the data that SQLite wants to read.
        case SQLITE_IOERR where code == SQLITE_IOERR | (2 << 8): return .damaged(words)
        // SQLite also returns SQLITE_IOERR if the disk is full or a quota is exceeded.
        case SQLITE_IOERR: return .noRoom(words)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(words)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR, SQLITE_TOOBIG: return .damaged(words)
        case _: return .inaccessible(words)
        }
    }
}
