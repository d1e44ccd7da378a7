import Glibc
import RadioFormats
import RadioLoop
import RadioStorage
import Synchronization
import TestSupport
import Testing

struct DamagedDatabaseTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/a.sqlite" }
    private static let steps = ["CREATE TABLE a (x)"]

    init() throws { directory = try TemporaryDirectory() }

    /// How a database is damaged.
    enum Damage: CaseIterable {
        case noise, negativeVersion, noTable, greatestRow, damagedPage

        /// Makes a damaged database with its write-ahead log.
        func make(at path: String) throws {
            if self == .noise {
                let file = fopen(path, "w")
                for _ in 0..<100 { fputs("no database ", file) }
                fclose(file)
                return
            }
            let connection = try SqliteConnection(path: path)
            try connection.run("PRAGMA journal_mode=WAL")
            try connection.migrate(DamagedDatabaseTests.steps)
            switch self {
            case .noise: break
            case .negativeVersion: try connection.run("PRAGMA user_version = -2")
            case .noTable: try connection.run("DROP TABLE a")
            case .greatestRow:
                try connection.run(
                    "CREATE TABLE b (n INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES (9223372036854775807)")
            case .damagedPage:
                try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
                let file = open(path, O_WRONLY | O_CLOEXEC)
                _ = pwrite(file, [UInt8](repeating: 0x5A, count: 4096), 4096, 4096)
                close(file)
            }
        }
    }

    /// Adds a row as a program does that records something, and returns the number of rows.
    private static func add(_ path: String) throws(StorageError) -> (result: Int64, aside: String?) {
        try SqliteConnection.writing(path: path) { connection throws(StorageError) in
            try connection.refuseNewer(than: steps.count)
            try connection.run("PRAGMA journal_mode=WAL")
            try connection.migrate(steps)
            try connection.run("INSERT INTO a VALUES (1)")
            var count: Int64 = 0
            try connection.statement("SELECT count(*) FROM a").run { count = $0.integer(0) }
            return count
        }
    }

    @Test(arguments: Damage.allCases) func aDamagedFileIsRenamed(_ damage: Damage) throws {
        try damage.make(at: path)
        let (count, aside) = try Self.add(path)
        #expect(count == 1)
        #expect(aside?.hasPrefix(path + ".damaged-2") == true)
        #expect(aside.map { access($0, F_OK) } == 0)
        let (again, second) = try Self.add(path)
        #expect(again == 2 && second == nil)
        #expect(
            directory.names().filter { $0.contains("damaged") && !$0.contains("-wal") && !$0.contains("-shm") }.count
                == 1)
    }

    /// A command that only reads says that the file is damaged, and leaves it.
    @Test(arguments: [Damage.noise, .negativeVersion]) func aReaderRenamesNothing(_ damage: Damage) throws {
        try damage.make(at: path)
        let before = directory.names()
        for isReadOnly in [true, false] {
            do throws(StorageError) {
                _ = try SqliteConnection(path: path, isReadOnly: isReadOnly)
                Issue.record("it was opened")
            } catch {
                guard case .damaged = error else {
                    Issue.record("it says \(error)")
                    continue
                }
            }
        }
        #expect(directory.names().filter { $0 == "a.sqlite" } == before.filter { $0 == "a.sqlite" })
        #expect(!directory.names().contains { $0.contains("damaged") })
    }

    @Test func aNewerFileIsLeftAlone() throws {
        try SqliteConnection(path: path).run("CREATE TABLE future (x); PRAGMA user_version = 9")
        #expect(throws: StorageError.tooNew(version: 9, known: 1)) { try Self.add(path) }
        #expect(directory.names() == ["a.sqlite"])
        let connection = try SqliteConnection(path: path)
        try connection.run("SELECT * FROM future")
    }

    /// Two programs have opened the same damaged file. The second one does not rename the first one's new file.
    @Test func onlyTheDamagedFileIsRenamed() throws {
        try Damage.noTable.make(at: path)
        let (one, two) = (try SqliteConnection(path: path), try SqliteConnection(path: path))
        #expect(one.isInPlace && two.isInPlace)
        #expect(try one.setAside() != nil)
        #expect(!one.isInPlace && !two.isInPlace)
        #expect(try Self.add(path).result == 1)
        #expect(try two.setAside() == nil)
        #expect(try Self.add(path).result == 2)
    }

    /// Many programs find the same damaged file at once. It is renamed once, and what all of them write is kept.
    @Test(arguments: Damage.allCases) func manyFindItAtOnce(_ damage: Damage) async throws {
        try damage.make(at: path)
        let path = path
        let results = Mutex<[Result<String?, StorageError>]>([])
        let count = 12
        for _ in 0..<count {
            LoopThread.start {
                let result = Result { () throws(StorageError) in try Self.add(path).aside }
                results.withLock { $0.append(result) }
            }
        }
        #expect(await eventually { results.withLock { $0.count } == count })
        let asides = try results.withLock { try $0.compactMap { try $0.get() } }
        #expect(asides.count == 1, "\(asides)")
        #expect(try Self.add(path).result == Int64(count) + 1)
    }

    /// The path is a symbolic link. The damaged file to which it leads is renamed, and the link stays.
    @Test(arguments: Damage.allCases) func aLinkStays(_ damage: Damage) throws {
        mkdir(directory.path + "/disk", 0o755)
        let file = directory.path + "/disk/b.sqlite"
        try damage.make(at: file)
        try #require(symlink("disk/b.sqlite", path) == 0)
        let (count, aside) = try Self.add(path)
        #expect(count == 1 && aside?.hasPrefix(file + ".damaged-") == true)
        #expect(directory.names() == ["a.sqlite", "disk"])
        #expect(try Self.add(file).result == 2)
    }

    @Test func aFileThatCannotBeRenamedIsSaid() throws {
        // The new name would be longer than a name can be.
        let path = directory.path + "/" + String(repeating: "a", count: 245)
        try Damage.noise.make(at: path)
        do throws(StorageError) {
            _ = try Self.add(path)
            Issue.record("it was written")
        } catch {
            guard case .inaccessible(let words) = error else {
                Issue.record("it says \(error)")
                return
            }
            #expect(words.contains("is damaged, and cannot be renamed"))
        }
        #expect(directory.names().count == 1)
    }
}
