import TestSupport

/// Servers that send HLS playlists, segments and keys of excessive length.
extension MemoryTests {
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"

    /// Returns a row whose server has an HLS playlist at `/radio`. The playlist contains `tags` and then names the same
    /// segment four times. `body` answers the requests for the path `answering`.
    private static func row(
        _ description: String, tags: String = "", segment: String = "segment", answering: String = "/segment",
        _ body: @escaping @Sendable (LoopbackConnection) -> Void
    ) -> Row {
        let list = head + tags + String(repeating: "#EXTINF:6,\n\(segment)\n", count: 4) + "#EXT-X-ENDLIST\n"
        return Row(testDescription: description, reaches: answering) { connection in
            switch connection.request.path {
            case "/radio":
                connection.reply(headers: ["Content-Type: application/vnd.apple.mpegurl"], text: list)
            case answering: body(connection)
            case _: connection.reply(status: "404 Not Found")
            }
        }
    }

    static let hlsRows = [
        Row(testDescription: "a playlist of a million lines and more", reaches: "/radio") {
            $0.begin(headers: ["Content-Type: application/vnd.apple.mpegurl"])
            $0.send(head)
            $0.sendEndlessly(Array(String(repeating: "#EXTINF:6,\nsegment\n", count: 4000).utf8))
        },
        Row(testDescription: "a playlist of one line without end", reaches: "/radio") {
            $0.begin(headers: ["Content-Type: application/vnd.apple.mpegurl"])
            $0.send(head + "#EXT-X-DATERANGE:ID=\"")
            $0.sendEndlessly([UInt8](repeating: 0x78, count: 65_536))
        },
        // The player reloads a live playlist. It keeps the previous version while it reads the new one, so it needs
        // memory for two playlists.
        Row(testDescription: "a live playlist of twenty thousand segments", reaches: "/segment") {
            connection in
            guard connection.request.path == "/radio" else {
                return connection.reply(headers: ["Content-Type: audio/mpeg"], body: (try? Sample.mp3.read()) ?? [])
            }
            let lines = String(repeating: "#EXTINF:1,\nsegment\n", count: 20_000)
            connection.reply(
                headers: ["Content-Type: application/vnd.apple.mpegurl"],
                text: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines)
        },
        row("a PES packet that never ends") { connection in
            var maker = FrameMaker()
            var stream = TransportStreamMaker()
            stream.tables([.init(257, 0x0F)])
            stream.pes(257, pts: 0, maker.noise(184 * 16), length: 0)
            connection.begin(headers: ["Content-Type: video/mp2t"])
            connection.send(stream.take())
            for _ in 0..<64 { stream.packet(257, maker.noise(184)) }
            connection.sendEndlessly(stream.take())
        },
        row("a box of 2^63 bytes") { connection in
            connection.begin(headers: ["Content-Type: video/mp4"])
            connection.send(Mp4Maker.longBox("moof", [], size: 1 << 63))
            connection.sendEndlessly([UInt8](repeating: 0, count: 65_536))
        },
        row("an index of 2^62 bytes", tags: "#EXT-X-MAP:URI=\"map\"\n", answering: "/map") { connection in
            connection.begin(headers: ["Content-Type: video/mp4"])
            connection.send(Mp4Maker.longBox("moov", [], size: 1 << 62))
            connection.sendEndlessly([UInt8](repeating: 0, count: 65_536))
        },
        row("a key without end", tags: "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n", answering: "/key") { connection in
            connection.begin(headers: ["Content-Type: application/octet-stream"])
            connection.sendEndlessly([UInt8](repeating: 7, count: 65_536))
        },
        row("a web page without end in place of a segment") { connection in
            connection.begin(headers: ["Content-Type: text/html"])
            connection.send("<html><body>")
            connection.sendEndlessly(Array(String(repeating: "<p>Sold out</p>", count: 4000).utf8))
        },
        row("a tag without end before packed audio") { connection in
            connection.begin(headers: ["Content-Type: audio/aac"])
            connection.send([0x49, 0x44, 0x33, 4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F])
            connection.sendEndlessly([UInt8](repeating: 0x41, count: 65_536))
        },
        row("a segment of sound without end") { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg"])
            connection.sendEndlessly((try? Sample.mp3.read()) ?? [])
        },
    ]
}
