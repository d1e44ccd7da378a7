import RadioStorage
import TestSupport

extension AttackRow {
    /// Attacks by stations that try to fill the disk with titles, and rows in which `songs` reads an enormous title
    /// database.
    static let titleRows: [AttackRow] = [
        AttackRow("titles-log", "a station with 5,000 titles of 3.8 kB a second; log", .goesOn) { row in
            row.seconds = 20
            row.before = "419 MB of memory, 680 MB written in 20 s"
            row.command = { ["log", "--quiet", "--to", $0.home + "/log.jsonl", $0.url] }
            row.script = titles
        },
        AttackRow("titles-play", "the same; play, which writes down what is heard", .goesOn) { row in
            row.seconds = 15
            row.before = "5,127 rows in 15 s"
            row.script = titles
        },
        songs("songs-all", ["--limit", "0"], before: "3.5 GB for a million"),
        songs("songs-top", ["--top", "100"], before: "4 to 6 s"),
    ]

    static let titles: Script = { connection, _, _ in
        connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 16", "icy-name: Titles"])
        let sound = (try? Sample.mp3.read()) ?? []
        let filler = String(repeating: "x", count: 3800)
        var place = 0
        var number = 0
        while connection.isOpen {
            var bytes: [UInt8] = []
            // Each send contains fifty titles, each of them after 16 bytes of sound.
            for _ in 0..<50 {
                for _ in 0..<16 {
                    bytes.append(sound[place % sound.count])
                    place += 1
                }
                number += 1
                let title = Array("StreamTitle='Artist \(number) - \(filler)';".utf8)
                let blocks = (title.count + 15) / 16
                bytes.append(UInt8(blocks))
                bytes += title + [UInt8](repeating: 0, count: blocks * 16 - title.count)
            }
            guard connection.send(bytes) else { return }
            connection.pause(milliseconds: 10)
        }
    }

    /// Returns a row in which `songs` reads a title database with a million titles. `log` creates the database, and the
    /// row fills it.
    private static func songs(_ name: String, _ arguments: [String], before: String) -> AttackRow {
        AttackRow(name, "songs \(arguments.joined(separator: " ")) of a million titles, as JSON", .exit(0)) { row in
            row.seconds = 120
            row.before = before
            row.command = { place in
                let file = place.home + "/titles.sqlite"
                _ = try ChildProcess.run(
                    place.binary, ["log", "--quiet", "--for", "1", "--to", "/dev/null", "--database", file, place.url],
                    environment: ["HOME": place.home])
                let count = place.isBrief ? 50_000 : 1_000_000
                try SqliteConnection(path: file).run(
                    """
                    INSERT OR IGNORE INTO station (id, name) VALUES ('one', 'One');
                    WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter LIMIT \(count))
                    INSERT INTO track (station, start, end, utc_offset, kind, artist, title, text, raw, source)
                    SELECT 'one', 1700000000000 + n * 200000, 1700000000000 + n * 200000 + 180000, 0, 'song', 'Artist ' || n % 5000,
                        'Title ' || n % 50000, 'Artist - Title', x'41', 'inBand' FROM counter;
                    UPDATE unlisted SET row = (SELECT max(id) FROM track);
                    """)
                return ["songs", "--database", file] + arguments + ["--json"]
            }
        }
    }
}
