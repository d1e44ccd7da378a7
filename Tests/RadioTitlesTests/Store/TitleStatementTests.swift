import RadioLoop
import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// Statements that run at each start, each minute or for each title take the same time in a small and in a large
/// database.
@Suite struct TitleStatementTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/titles.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    private static let growing = ["track", "gap", "event", "airing", "ended"]

    private func plan(_ sql: String, _ connection: SqliteConnection) throws -> [String] {
        var steps: [String] = []
        try connection.statement("EXPLAIN QUERY PLAN " + sql).run { steps.append($0.text(3) ?? "") }
        return steps
    }

    private func scans(_ plan: [String]) -> [String] {
        plan.filter { $0.hasPrefix("SCAN") && Self.growing.contains($0.split(separator: " ")[1].lowercased()) }
    }

    @Test(arguments: TitleStatement.allCases) func noStatementReadsAGrowingTable(_ statement: TitleStatement) throws {
        _ = try TitleDatabase(path: path)
        let connection = try SqliteConnection(path: path)
        let plan = try plan(statement.rawValue, connection)
        #expect(scans(plan).isEmpty, "\(statement): \(plan)")
    }

    /// This test's method finds a scan of a whole table. Here it is shown with a statement of the first version.
    @Test func aScanIsSeen() throws {
        _ = try TitleDatabase(path: path)
        let connection = try SqliteConnection(path: path)
        let plan = try plan(
            "SELECT station FROM track WHERE end IS NULL AND source <> 'heard' ORDER BY start", connection)
        #expect(!scans(plan).isEmpty, "\(plan)")
    }

    /// A start, and the search for tracks that nobody follows, read no more pages of a large database than of a small
    /// one.
    @Test func aStartReadsNoMoreOfAGreaterFile() throws {
        var pages: [Int] = []
        for count in [1000, 100_000] {
            let path = "\(path)-\(count)"
            try Self.fill(path, count)
            let database = try TitleDatabase(path: path)
            let now = TitleDatabaseTests.moment(Double(count) * 10)
            #expect(try database.states(of: ["station 1", "station 2"], at: now).count == 2)
            try database.beginRun(at: now.wall)
            #expect(try database.abandoned(besides: [], at: now).isEmpty)
            pages.append(database.pagesRead)
        }
        #expect(pages[1] < pages[0] + 60, "\(pages)")
    }

    /// Fills a database with ended tracks of ten stations, one track every ten seconds.
    static func fill(_ path: String, _ count: Int) throws {
        _ = try TitleDatabase(path: path)
        let connection = try SqliteConnection(path: path)
        try connection.run(
            """
            INSERT INTO station (id, name, seen_until)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
            SELECT 'station ' || i, 'Station ' || i, \(TitleDatabaseTests.moment(Double(count) * 10).wall) FROM n;
            INSERT INTO track (station, start, end, utc_offset, kind, artist, title, text, raw, source)
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
            SELECT 'station ' || (i % 10), \(TitleDatabaseTests.moment(0).wall) + i * 10000,
            \(TitleDatabaseTests.moment(0).wall) + i * 10000 + 90000, 60, 'song', 'Artist ' || (i % 977),
            'Title ' || (i % 7919), 'Artist ' || (i % 977) || ' - Title ' || (i % 7919), zeroblob(80), 'inBand' FROM n;
            UPDATE unlisted SET row = \(count);
            """)
    }
}
