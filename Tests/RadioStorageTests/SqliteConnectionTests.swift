import Glibc
import RadioFormats
import RadioStorage
import TestSupport
import Testing

struct SqliteConnectionTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/a.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func migrationsRunOnceAndInOrder() throws {
        let steps = ["CREATE TABLE a (x)", "INSERT INTO a VALUES (1)", "INSERT INTO a VALUES (2)"]
        try SqliteConnection(path: path).migrate(Array(steps.prefix(2)))
        try SqliteConnection(path: path).migrate(steps)
        let connection = try SqliteConnection(path: path)
        try connection.migrate(steps)
        var found: [Int64] = []
        try connection.statement("SELECT x FROM a ORDER BY x").run { found.append($0.integer(0)) }
        #expect(found == [1, 2])
    }

    @Test func aStepThatFailsLeavesNothing() throws {
        let connection = try SqliteConnection(path: path)
        #expect(throws: StorageError.self) { try connection.migrate(["CREATE TABLE a (x)", "nonsense"]) }
        try connection.migrate(["CREATE TABLE a (x)"])
    }

    @Test func aNewerFileIsRefused() throws {
        try SqliteConnection(path: path).migrate(["CREATE TABLE a (x)", "CREATE TABLE b (x)"])
        let older = try SqliteConnection(path: path)
        #expect(throws: StorageError.tooNew(version: 2, known: 1)) { try older.migrate(["CREATE TABLE a (x)"]) }
    }

    @Test func aFileInItsNewestFormIsOpenedWhileAnotherWrites() throws {
        let steps = ["CREATE TABLE a (x)"]
        let other = try SqliteConnection(path: path)
        try other.migrate(steps)
        try other.run("PRAGMA journal_mode=WAL; BEGIN IMMEDIATE")
        let connection = try SqliteConnection(path: path)
        try connection.run("PRAGMA busy_timeout=0")
        try connection.migrate(steps)
        #expect(throws: StorageError.self) { try connection.migrate(steps + ["CREATE TABLE b (x)"]) }
    }

    @Test func valuesComeBackAsTheyWere() throws {
        let connection = try SqliteConnection(path: path)
        try connection.run("CREATE TABLE a (n, i, t, e, b, z, r)")
        try connection.statement("INSERT INTO a VALUES (?, ?, ?, ?, ?, ?, ?)").run([
            .null, .integer(1 << 53), .text("ж\u{0}ж"), .text(""), .blob([0, 255]), .blob([]), .real(0.1),
        ])
        var count = 0
        try connection.statement("SELECT * FROM a").run { row in
            count += 1
            #expect(row.isNull(0))
            #expect(row.integer(1) == 1 << 53)
            #expect(row.text(2) == "ж\u{0}ж")
            #expect(row.text(3) == "")
            #expect(row.blob(4) == [0, 255])
            #expect(row.blob(5) == [])
            #expect(row.real(6) == 0.1)
        }
        #expect(count == 1)
    }

    @Test func aTransactionIsAllOrNothing() throws {
        let connection = try SqliteConnection(path: path)
        try connection.run("CREATE TABLE a (x UNIQUE)")
        #expect(throws: StorageError.self) {
            try connection.transaction { () throws(StorageError) in
                try connection.statement("INSERT INTO a VALUES (?)").run([.integer(1)])
                try connection.statement("INSERT INTO a VALUES (?)").run([.integer(1)])
            }
        }
        var rows: Int64 = -1
        try connection.statement("SELECT count(*) FROM a").run { rows = $0.integer(0) }
        #expect(rows == 0)
    }

    @Test func whatIsNoDatabaseIsSaid() throws {
        let file = try #require(fopen(path, "w"))
        fputs("nothing of the kind, but long enough to be looked at", file)
        fclose(file)
        do throws(StorageError) {
            try SqliteConnection(path: path).migrate(["CREATE TABLE a (x)"])
            Issue.record("it was accepted")
        } catch {
            guard case .damaged(let words) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!words.isEmpty)
        }
        #expect(throws: StorageError.self) { try SqliteConnection(path: directory.path + "/none/a.sqlite") }
    }

    /// A damaged file can contain any integer, and values of other types in a column of integers.
    @Test func integersAreBounded() throws {
        let connection = try SqliteConnection(path: path)
        var found: [[Int64?]] = []
        try connection.run("CREATE TABLE a (x)")
        for value in ["-9223372036854775808", "0x7FFFFFFFFFFFFFFF", "-7", "1e300", "'7x'", "NULL", "x'01'"] {
            try connection.run("DELETE FROM a; INSERT INTO a VALUES (\(value))")
            try connection.statement("SELECT x FROM a").run { row in
                found.append([row.integer(0), row.integerIfAny(0), row.key(0)])
            }
        }
        #expect(
            found == [
                [-1 << 53, nil, .min], [1 << 53, nil, .max], [-7, -7, -7], [1 << 53, nil, .max], [7, nil, 7],
                [0, nil, 0], [0, nil, 0],
            ])
    }

    /// Somebody has put views and triggers that never end into a database.
    @Test(.timeLimit(.minutes(1))) func codeInADatabaseDoesNotRun() throws {
        let connection = try SqliteConnection(path: path)
        let endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
        try connection.run(
            """
            CREATE TABLE a (x); CREATE VIEW b AS \(endless) SELECT max(x) AS x FROM n;
            CREATE TRIGGER c AFTER INSERT ON a BEGIN
                UPDATE a SET x = (\(endless) SELECT max(x) FROM n);
            END
            """)
        try connection.run("INSERT INTO a VALUES (1)")
        #expect(throws: StorageError.self) { try connection.run("SELECT * FROM b") }
    }

    /// The path of a database is a FIFO, a folder or a device. It is refused at once, because opening a FIFO would wait
    /// for its other end without limit.
    @Test(.timeLimit(.minutes(1)), arguments: [false, true]) func whatIsNoFileIsRefused(isReadOnly: Bool) throws {
        try #require(mkfifo(path, 0o600) == 0)
        for path in [path, directory.path, "/dev/zero"] {
            do throws(StorageError) {
                _ = try SqliteConnection(path: path, isReadOnly: isReadOnly)
                Issue.record("\(path) was opened")
            } catch {
                guard case .inaccessible(let words) = error else {
                    Issue.record("it says \(error)")
                    continue
                }
                #expect(words.contains(path))
            }
        }
    }
}
