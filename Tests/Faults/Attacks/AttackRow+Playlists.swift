import RadioLoop
import TestSupport

extension AttackRow {
    /// Attacks with playlists that use up the program's memory, and by HLS servers that make the program send requests
    /// or receive bytes without end.
    static let playlistRows: [AttackRow] = [
        playlist("keys-99", "a playlist of 4 MiB with 99 keys, one of them new before each segment") { row in
            row.end = .exit(65)
            row.before = "872 MB"
            let keys = (0..<99).map { "#EXT-X-KEY:METHOD=X,URI=\"k\($0)\",KEYFORMAT=\"f\($0)\"\n" }.joined()
            let segments = (0..<65_000).map {
                "#EXT-X-KEY:METHOD=X,URI=\"\($0)\",KEYFORMAT=\"f0\"\n#EXTINF:1,\n\($0)\n"
            }
            let text = head + keys + segments.joined().prefix((4 << 20) - keys.utf8.count - 100)
            row.script = { connection, _, _ in reply(connection, text) }
        },
        playlist("delta-updates", "each delta update brings date ranges, and other attributes for old ones") { row in
            // The program may end with an error once the playlist is too large.
            row.end = .noSignal
            row.seconds = 40
            row.before = "577 MB in 40 s"
            row.script = { connection, _, _ in
                guard connection.request.path == "/radio" else { return sound(connection) }
                // The playlist's window moves forward by one segment per second.
                let sequence = MonotonicInstant.now.nanoseconds / 1_000_000_000
                let isDelta = connection.request.target.contains("_HLS_skip")
                let attributes = (0..<100).map { ",X-\(sequence)-\($0)=\"some value of it\"" }.joined()
                let ranges = (0..<200).map {
                    "#EXT-X-DATERANGE:ID=\"\($0)\",START-DATE=\"2026-11-21T00:00:00Z\"\(attributes)\n"
                }
                let control = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=36,CAN-SKIP-DATERANGES=YES\n"
                let skip = !isDelta ? "" : "#EXT-X-SKIP:SKIPPED-SEGMENTS=4,RECENTLY-REMOVED-DATERANGES=\"\"\n"
                let segments = String(repeating: "#EXTINF:1,\ns\n", count: isDelta ? 2 : 6)
                let text = head + control + "#EXT-X-MEDIA-SEQUENCE:\(sequence)\n" + skip + segments
                reply(connection, text + ranges.joined())
            }
        },
        variants("dead-variants", "1,000 dead variants", before: "513 requests in 0.8 s") { connection, _ in
            connection.reply(status: "404 Not Found")
        },
        variants(
            "each-leads-on", "1,000 variants, and each request leads to another", before: "3,073 requests in 6 s"
        ) { $0.redirect(to: "/r\($1)") },
        playlist("parts-1-ms", "parts of 1 ms, --low-latency") { row in
            row.before = "14,390 requests in 20 s"
            row.reaches = "/p0"
            row.command = { ["play", "--quiet", "--output", "null", "--low-latency", $0.url] }
            row.script = { connection, count, _ in
                guard connection.request.path == "/radio" else { return sound(connection) }
                let parts = (0...min(count, 5000)).map { "#EXT-X-PART:DURATION=0.001,INDEPENDENT=YES,URI=\"p\($0)\"\n" }
                reply(
                    connection,
                    head + "#EXT-X-PART-INF:PART-TARGET=0.2\n"
                        + "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.6\n#EXT-X-MEDIA-SEQUENCE:7\n"
                        + parts.joined())
            }
        },
        playlist("segments-1-ms", "segments of 1 ms") { row in
            row.before = "1,021 requests in 20 s"
            row.reaches = "/s"
            row.script = { connection, count, _ in
                guard connection.request.path == "/radio" else { return sound(connection) }
                let segments = String(repeating: "#EXTINF:0.001,\ns\n", count: 1000)
                reply(connection, head + "#EXT-X-MEDIA-SEQUENCE:\(count * 1000)\n" + segments)
            }
        },
        range(
            "range-9e18", "EXT-X-BYTERANGE at 9·10¹⁸ of a server without ranges", "1000@9000000000000000000", exit: 65),
        range("range-500-GB", "the same at 500 GB", "1000@500000000000", exit: 76),
        range("range-20-MB", "the same at 20 MB, noise instead of sound", "1000@20000000", exit: 76),
        playlist("gzip-bomb", "a playlist of 100 MB in 100 kB of gzip, unasked") { row in
            row.end = .exit(65)
            row.before = "no playlist"
            row.script = { connection, _, _ in
                connection.reply(headers: type + ["Content-Encoding: gzip"], body: bomb)
            }
        },
        playlist("gzip-unasked", "a playlist that comes in gzip unasked plays") { row in
            row.before = "refused"
            row.reaches = "/s"
            row.script = { connection, _, _ in
                guard connection.request.path == "/radio" else { return sound(connection) }
                let text = head + String(repeating: "#EXTINF:1,\ns\n", count: 6)
                connection.reply(headers: type + ["Content-Encoding: gzip"], body: packed(Array(text.utf8)))
            }
        },
    ]

    private static let type = ["Content-Type: application/vnd.apple.mpegurl"]
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    /// A playlist of 100 MB, compressed with gzip. It is compressed only once, because compressing it for each
    /// request takes so long on a busy computer that the program stops waiting.
    private static let bomb = packed(Array("#EXTM3U\n".utf8) + [UInt8](repeating: 0x0A, count: 100_000_000))
    private static func playlist(_ name: String, _ what: String, _ change: (inout AttackRow) -> Void) -> AttackRow {
        AttackRow(name, what, .goesOn) { row in
            row.reaches = "/radio"
            change(&row)
        }
    }

    /// Returns a row with a multivariant playlist of 1,000 variants.
    /// - Parameter answer: Responds to all requests except those for the playlist. Its second argument is the number of
    ///   requests so far.
    private static func variants(
        _ name: String, _ what: String, before: String,
        _ answer: @escaping @Sendable (LoopbackConnection, Int) -> Void
    ) -> AttackRow {
        playlist(name, what) { row in
            row.before = before
            row.reaches = "/v511"
            row.script = { connection, count, _ in
                guard connection.request.path == "/radio" else { return answer(connection, count) }
                let variants = (0..<1000).map { "#EXT-X-STREAM-INF:BANDWIDTH=\(64_000 + $0)\nv\($0)\n" }
                reply(connection, "#EXTM3U\n" + variants.joined())
            }
        }
    }

    private static func range(_ name: String, _ what: String, _ range: String, exit: Int32) -> AttackRow {
        playlist(name, what) { row in
            row.end = .exit(exit)
            row.reaches = "/sound"
            row.before = "35 s of CPU a minute"
            row.script = { connection, _, _ in
                if connection.request.path == "/radio" {
                    let segment = "#EXT-X-BYTERANGE:\(range)\n#EXTINF:1,\nsound\n"
                    return reply(connection, head + String(repeating: segment, count: 20))
                }
                connection.begin()
                connection.sendEndlessly([UInt8](repeating: 0, count: 65_536))
            }
        }
    }

    private static func reply(_ connection: LoopbackConnection, _ text: String) {
        connection.reply(headers: type, text: text)
    }

    private static func sound(_ connection: LoopbackConnection) {
        connection.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.mp3.read()) ?? [])
    }

    private static func packed(_ bytes: [UInt8]) -> [UInt8] {
        guard let file = try? TextFile("list"), (try? file.write(bytes)) != nil,
            (try? ChildProcess.run("gzip", ["-n", file.path])) != nil
        else { return [] }
        return withExtendedLifetime(file) { (try? Samples.read(path: file.path + ".gz")) ?? [] }
    }
}
