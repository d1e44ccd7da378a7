import Glibc
import RadioLoop
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
        AttackRow("titles-legacy-log", "2,000 titles a second in windows-1251, 1 to 4 kB; log, then SIGTERM", .exit(0))
        {
            row in
            row.stopsAfter = 10
            row.cpu = 1
            row.before = "5 s until it ended"
            row.command = { ["log", "--quiet", "--to", $0.home + "/log.jsonl", $0.url] }
            row.script = legacyTitles
        },
        AttackRow("titles-legacy-play", "the same; play, which must be heard soon, then SIGTERM", .exit(0)) { row in
            row.stopsAfter = 10
            row.cpu = 1.5
            row.before = "6 s until it was heard, 5 s until it ended"
            row.command = { ["play", "--quiet", "--output", $0.home + "/sound.wav", $0.url] }
            row.check = { place in
                var status = stat()
                let bytes = stat(place.home + "/sound.wav", &status) == 0 ? Int(status.st_size) : 0
                // In a debug build on a busy computer, the first sound may come late.
                let seconds = place.isBrief ? 1 : 8
                return bytes >= seconds * soundBytes ? [] : ["only \(bytes) bytes of sound were written"]
            }
            row.script = legacyTitles
        },
        AttackRow("keep-clock", "a clock 100 days ahead; log --rotate daily --keep 90d", .goesOn) { row in
            row.seconds = 90
            row.clock = 100 * 86_400
            row.before = "every rotated file was deleted within 8 s"
            row.command = { place in
                let log = place.home + "/log"
                for day in 1...60 {
                    let modified = time(nil) - day * 86_400
                    let path = "\(log)-\(WallClock.text(ofDay: modified / 86_400)).jsonl"
                    guard let file = fopen(path, "we") else { throw FaultError(description: "\(path): \(errno)") }
                    fclose(file)
                    let moment = timespec(tv_sec: modified, tv_nsec: 0)
                    _ = utimensat(AT_FDCWD, path, [moment, moment], 0)
                }
                return ["log", "--quiet", "--rotate", "daily", "--keep", "90d", "--to", log + ".jsonl", place.url]
            }
            row.check = { place in
                let left = rotated(place.home)
                return left >= 60 ? [] : ["\(left) of 60 rotated files are left"]
            }
            row.script = titles
        },
        songs("songs-all", ["--limit", "0"], before: "3.5 GB for a million"),
        songs("songs-top", ["--top", "100"], before: "4 to 6 s"),
    ]

    /// The size in bytes of a second of decoded sound from ``Sample/mp3``.
    private static let soundBytes = 44_100 * 2 * 2

    /// Returns the number of files in a folder whose names begin with `log-`.
    private static func rotated(_ folder: String) -> Int {
        guard let directory = opendir(folder) else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("log-") { count += 1 }
        }
        return count
    }

    private static let legacyTitles: Script = { connection, _, _ in
        connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 16", "icy-name: Titles"])
        let sound = (try? Sample.mp3.read()) ?? []
        // The letters from А to я in windows-1251, with a space after each ten letters.
        let letters = (0..<4000).map { (place: Int) -> UInt8 in place % 11 == 10 ? 0x20 : 0xC0 + UInt8(place * 7 % 64) }
        var number = 0
        while connection.isOpen {
            var bytes: [UInt8] = []
            for _ in 0..<20 {
                for offset in 0..<16 { bytes.append(sound[(number * 16 + offset) % sound.count]) }
                number += 1
                let (start, end) = (number % 97, 1000 + number * 31 % 2900)
                var title = Array("StreamTitle='\(number) - ".utf8)
                title += letters[start..<end]
                title += Array("';".utf8)
                let blocks = (title.count + 15) / 16
                bytes.append(UInt8(blocks))
                bytes += title
                bytes += [UInt8](repeating: 0, count: blocks * 16 - title.count)
            }
            guard connection.send(bytes) else { return }
            connection.pause(milliseconds: 10)
        }
    }

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
