import Glibc
import RadioLoop
import RadioStorage
import TestSupport

extension AttackRow {
    /// Attacks with numbers of any size, from a control socket and from damaged databases.
    static let numberRows: [AttackRow] = [
        AttackRow("numbers-ctl", "ctl status; the program at the socket sends 1e300 in each field", .exit(0)) { row in
            row.before = "SIGILL"
            row.command = { place in
                try socket(place) { peer in
                    for number in numbers { say("{\"id\":\(number),\"result\":null}", to: peer) }
                    say("{\"id\":1,\"result\":\(status)}", to: peer)
                    wait(for: peer)
                }
                return ["ctl", "status"]
            }
        },
        AttackRow("numbers-watch", "ctl watch; the program at the socket sends 1e300 in each field", .exit(0)) { row in
            row.before = "SIGILL"
            row.command = { place in
                try socket(place) { peer in
                    say("{\"id\":1,\"result\":\(status)}", to: peer)
                    say("{\"method\":\"event\",\"params\":\(status)}", to: peer)
                }
                return ["ctl", "watch"]
            }
        },
        AttackRow("numbers-screen", "the screen; the program at the socket answers with ids such as 1e300", .goesOn) {
            row in
            row.before = "SIGILL"
            row.hasTerminal = true
            row.command = { place in
                try socket(place) { peer in
                    for number in numbers { say("{\"id\":\(number),\"result\":\(status)}", to: peer) }
                    say("{\"id\":1,\"result\":\(status)}", to: peer)
                    wait(for: peer)
                }
                return ["screen"]
            }
        },
        AttackRow("database-log", "log; the title database has a negative version", .exit(0)) { row in
            row.before = "SIGILL at each start"
            row.command = { place in
                try SqliteConnection(path: place.home + "/titles.sqlite").run("PRAGMA user_version = -1")
                return log(place, "--for", "3")
            }
            row.script = named
            row.check = { aside(["titles.sqlite"], in: $0.home) }
        },
        AttackRow("database-play", "play; a negative version, and a library that is no database", .exit(0)) { row in
            row.before = "SIGILL at each start"
            row.command = { place in
                mkdir(place.home + "/longwave", 0o700)
                try SqliteConnection(path: place.home + "/longwave/titles.sqlite").run("PRAGMA user_version = -1")
                _ = try place.file("longwave/library.sqlite", String(repeating: "no database ", count: 1000))
                return ["play", "--quiet", "--output", "null", "--for", "2", place.url]
            }
            row.script = named
            row.check = { aside(["longwave/titles.sqlite", "longwave/library.sqlite"], in: $0.home) }
        },
        numbers("database-numbers", .exit(0)) { log($0, "--for", "3") },
        numbers("database-songs", .exit(0)) { ["songs", "--database", $0.home + "/titles.sqlite", "--json"] },
        numbers("database-top", .exit(0)) {
            ["songs", "--database", $0.home + "/titles.sqlite", "--top", "9", "--json"]
        },
    ]

    // MARK: Sockets

    private static let numbers = ["1e300", "-1e300", "1e999", "9223372036854775808", "-9223372036854775809"]

    /// A status with impossible numbers in all fields.
    private static let status = """
        {"status":"playing","statusText":"playing","heard":1e300,"volume":-1e300,"sleep":1e300,"liveOffset":1e300,\
        "currentTime":-1e300,"rate":1e300,"seekableTimeRanges":[[-1e300,1e300],[1e300,9223372036854775808]],\
        "queue":{"index":9223372036854775807,"count":1e300},"recordings":[{"seconds":1e300}],\
        "stream":{"codecName":"MP3","bitRate":1e300,"duration":1e300},"item":{"name":"A","urls":["http://a/"]}}
        """

    /// Plays the shared player at the socket in the home folder, for the first program that connects.
    private static func socket(_ place: Place, _ body: @escaping @Sendable (Int32) -> Void) throws {
        mkdir(place.home + "/longwave", 0o700)
        try UnixSocket.serve(place.home + "/longwave/control.sock") { peer in
            var request = [UInt8](repeating: 0, count: 4096)
            guard read(peer, &request, request.count) > 0 else { return }
            body(peer)
        }
    }

    private static func say(_ line: String, to peer: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits until the program closes its connection.
    private static func wait(for peer: Int32) {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while read(peer, &bytes, bytes.count) > 0 {}
    }

    // MARK: Databases

    private static func log(_ place: Place, _ more: String...) -> [String] {
        ["log", "--quiet", "--to", place.home + "/log.jsonl", "--database", place.home + "/titles.sqlite", place.url]
            + more
    }

    /// Returns what is wrong if these files were not renamed.
    private static func aside(_ files: [String], in home: String) -> [String] {
        files.filter { file in
            let folder = (home + "/" + file).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
            let name = file.split(separator: "/").last.map(String.init) ?? file
            guard let listing = opendir(folder) else { return true }
            defer { closedir(listing) }
            while let entry = readdir(listing) {
                let found = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if found.hasPrefix(name + ".damaged-") { return false }
            }
            return true
        }.map { "\($0) was not renamed" }
    }

    /// Returns a row in which a program opens a title database with the smallest and largest integers in all tables.
    private static func numbers(
        _ name: String, _ end: End, _ command: @escaping @Sendable (Place) -> [String]
    ) -> AttackRow {
        AttackRow(name, "\(name == "database-numbers" ? "log" : "songs"); impossible numbers in the database", end) {
            row in
            row.before = "SIGILL"
            row.command = { place in
                _ = try ChildProcess.run(place.binary, log(place, "--for", "1"), environment: ["HOME": place.home])
                let database = try SqliteConnection(path: place.home + "/titles.sqlite")
                let (least, most) = ("-9223372036854775808", "9223372036854775807")
                try database.run(
                    """
                    PRAGMA foreign_keys=OFF;
                    INSERT OR REPLACE INTO station VALUES ('\(place.url)', 'One', \(most), 1);
                    INSERT INTO retention VALUES ('following', \(most), \(least)), ('hearing', \(least), \(most));
                    UPDATE unlisted SET row = \(most); UPDATE run SET alive = \(most);
                    """)
                for (id, start) in [least, most, "0", "-1", "'text'", "1e300"].enumerated() {
                    let id = id + 1_000_000
                    for value in [least, most] {
                        try database.run(
                            """
                            INSERT OR REPLACE INTO track VALUES (\(id), '\(place.url)', \(start), NULL, \(value), \(value),
                                \(value), 'song', 'A', 'B', 'A - B', NULL, \(value), NULL, NULL, NULL, NULL, x'41', 'inBand');
                            INSERT OR REPLACE INTO open VALUES (\(id), \(value), \(value));
                            INSERT OR REPLACE INTO ended VALUES (\(id), \(value), \(value));
                            INSERT OR IGNORE INTO airing VALUES (\(start), \(id), \(value), \(value), \(value));
                            INSERT INTO gap (station, start, end, reason) VALUES ('\(place.url)', \(start), \(value), 'lost');
                            """)
                    }
                }
                return command(place)
            }
            row.script = named
        }
    }

    /// A station that shows one title.
    private static let named: Script = { connection, _, _ in
        connection.begin(headers: ["Content-Type: audio/mpeg", "icy-metaint: 8000"])
        let sound = (try? Sample.mp3.read()) ?? []
        var number = 0
        while connection.isOpen {
            var bytes = (0..<8000).map { sound[(number * 8000 + $0) % sound.count] }
            let title = Array("StreamTitle='Artist - Title';".utf8)
            bytes.append(UInt8((title.count + 15) / 16))
            bytes += title + [UInt8](repeating: 0, count: (title.count + 15) / 16 * 16 - title.count)
            guard connection.send(bytes) else { return }
            number += 1
            if number > 8 { connection.pause(milliseconds: 500) }
        }
    }
}
