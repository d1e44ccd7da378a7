import RadioStorage
import TestSupport
import Testing

@testable import RadioTitles

/// `longwave songs --top` with its charts, `--per-station` and `--html`, with golden documents.
@Suite struct SongChartsTests {
    private let directory: TemporaryDirectory
    private var database: String { directory.path + "/titles.sqlite" }

    /// Two weeks of three stations, from Monday 2026-11-09. Every station plays a song every ten minutes for an hour
    /// each day; one has markup in its name, and some songs appear only in the second week.
    init() throws {
        directory = try TemporaryDirectory()
        _ = try TitleDatabase(path: database)
        let connection = try SqliteConnection(path: database)
        try connection.run(
            """
            INSERT INTO station (id, name) VALUES ('one', 'Radio One'), ('two', 'Zwei <b>"&'), ('three', 'Radio Three');
            WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 83)
            INSERT INTO track (station, start, utc_offset, kind, artist, title, text, raw, source)
            SELECT id, 1794182400000 + (i / 6) * 86400000 + 3600000 * (i % 5 + 7) + i % 6 * 600000 + length(name), 0,
            CASE WHEN i % 11 = 3 THEN 'advertisement' WHEN i % 13 = 5 THEN 'unknown' ELSE 'song' END,
            CASE WHEN i % 13 = 5 THEN NULL ELSE 'Artist ' || (i * length(name) % 4) END,
            CASE WHEN i > 60 AND i % 3 = 0 THEN 'New <script>' ELSE 'Song ' || (i * i * length(id) % 5) END
            || CASE i % 4 WHEN 0 THEN ' (Remastered)' ELSE '' END, 'text', x'41', 'inBand' FROM n, station;
            INSERT INTO ended SELECT id, start + 180000, 0 FROM track;
            UPDATE unlisted SET row = (SELECT max(id) FROM track);
            """)
    }

    private func songs(_ arguments: [String]) throws -> LongwaveBinary.Run {
        let list = directory.path + "/list.json"
        try TextFile.write(
            #"{"station":[{"id":"one","name":"1","streamURL":"http://1.example/","country":"AT","#
                + #""tags":["jazz","news"]},{"id":"two","name":"2","streamURL":"http://2.example/","country":"CH","#
                + #""tags":["jazz"]}]}"#, to: list
        )
        return try LongwaveBinary.run(
            ["songs", "--database", database] + arguments, environment: ["LONGWAVE_LIBRARY": list])
    }

    private static let week = ["--since", "2026-11-16", "--until", "2026-11-22T23:59"]

    static let documents: [(name: String, arguments: [String])] = [
        ("songs-by-station.json", ["--top", "2", "--by", "station", "--json"]),
        ("songs-by-country.csv", ["--top", "2", "--by", "country", "--format", "csv"]),
        ("songs-by-tag.json", ["--top", "1", "--by", "tag", "--json"]),
        ("songs-by-hour.csv", ["--top", "1", "--by", "hour", "--format", "csv"]),
        ("songs-by-week.txt", ["--top", "3", "--by", "week", "--format", "table"]),
        ("songs-compared.json", ["--top", "6", "--compare", "--json"] + week),
        ("songs-compared.csv", ["--top", "6", "--compare", "--format", "csv"] + week),
        ("songs-compared.txt", ["--top", "20", "--compare", "--format", "table"] + week),
        ("songs-exact.txt", ["--top", "4", "--exact-titles", "--format", "table"]),
        ("songs-stations.csv", ["--per-station", "--format", "csv"]),
        ("songs-stations.txt", ["--per-station", "--format", "table"]),
    ]

    @Test(arguments: documents) func aDocument(_ name: String, _ arguments: [String]) throws {
        let run = try songs(arguments)
        #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try GoldenFile.difference(name, run.output) == nil)
    }

    @Test func aPage() throws {
        let path = directory.path + "/page.html"
        let run = try songs(["--html", path, "--compare"] + Self.week)
        #expect(run.code == 0 && run.output == "\(path): written\n", "\(run.errors)")
        let page = try LongwaveBinary.read(path)
        #expect(try GoldenFile.difference("songs.html", page) == nil)
        #expect(page.contains("New &lt;script&gt;") && page.contains("Zwei &lt;b&gt;\"&amp;"))
        for part in ["<script", "http://", "https://", "url(", "@import"] { #expect(!page.contains(part), "\(part)") }
        #expect(try songs(["--html", "/proc/nonexistent/page.html"]).code == 73)
    }

    static let usage: [[String]] = [
        ["--by", "hour"], ["--top", "3", "--by", "mood"], ["--top", "3", "--compare"], ["--compare", "--since", "7d"],
        ["--html", "x.html", "--per-station"], ["--html", "x.html", "--top", "3", "--by", "hour"],
    ]

    @Test(arguments: usage) func wrongUsageIs64(_ arguments: [String]) throws {
        #expect(try songs(arguments).code == 64)
    }
}
