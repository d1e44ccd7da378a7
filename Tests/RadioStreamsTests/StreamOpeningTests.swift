import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// What the connections of one opening learn from each other, against real servers on this computer.
@Suite struct StreamOpeningTests {
    private final class Client: MediaStreamClient {
        var info: StreamInfo?
        var bytes: [UInt8] = []
        var titles: [String] = []
        var error: StreamError??

        func streamOpened(_ info: StreamInfo) { self.info = info }
        func streamChanged(_ info: StreamInfo) { self.info = info }
        func streamBrought(_ element: StreamElement) {
            switch element {
            case .packet(let packet): bytes += packet.bytes
            case .metadata(let metadata): titles.append(String(decoding: metadata.raw, as: UTF8.self))
            case .format, .position, .discontinuity, .end: break
            }
        }
        func streamReceived(bytes: Int) {}
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    private static func follow(
        _ url: String, opening: StreamOpening = StreamOpening(), titlesOnly: Bool = false,
        until isDone: (Client) -> Bool = { $0.error != nil }
    ) throws -> Client {
        let loop = try EventLoop()
        let client = Client()
        var request = StreamRequest(url: url)
        request.opening = opening
        request.wantsTitlesOnly = titlesOnly
        let opener = StreamOpener(
            loop: loop, pool: try TransferPool(loop: loop), worker: BlockingWorker(loop: loop), request: request,
            client: client)
        opener.start()
        #expect(loop.turn { isDone(client) })
        opener.cancel()
        return client
    }

    // MARK: Metadata that the response's own head does not announce

    /// Sound with a title after each `metaint` bytes.
    private static func body(_ sound: [UInt8], metaint: Int) -> [UInt8] {
        var body: [UInt8] = []
        for (number, start) in stride(from: 0, to: sound.count, by: metaint).enumerated() {
            let part = sound[start..<min(start + metaint, sound.count)]
            body += part
            if part.count == metaint { body += [2] + Array("StreamTitle='Song \(number)';".utf8) }
            while part.count == metaint, body.count % (metaint + 33) > 0 { body.append(0) }
        }
        return body
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var head: String
        var metaint: Int
        var testDescription: String { "\(metaint) \(head.debugDescription)" }
    }

    static let rows: [Row] =
        [4096, 8192, 16_000, 32_768].map { .init(head: "icy-name: x\r\n\r\n", metaint: $0) } + [
            .init(head: "\r\n", metaint: 8192),
            .init(head: "\r\nICY 200 OK\r\nicy-metaint: 1000\r\nicy-name: Inner\r\n\r\n", metaint: 1000),
            .init(head: "\r\nICY 200 OK\r\nicy-name: Inner\r\n\r\n", metaint: 16_384),
        ]

    @Test(arguments: rows, [false, true]) func `sound and titles are right`(row: Row, titlesOnly: Bool) throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\n" + row.head)
            connection.send(Self.body(sound, metaint: row.metaint))
        }
        defer { server.stop() }
        let client = try Self.follow(server.url(), titlesOnly: titlesOnly)
        #expect(client.titles == (0..<sound.count / row.metaint).map { "StreamTitle='Song \($0)';" })
        let plain = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: x"])
            connection.send(sound)
        }
        defer { plain.stop() }
        if titlesOnly { return }
        #expect(client.bytes == (try Self.follow(plain.url()).bytes) && !client.bytes.isEmpty)
        #expect(client.info?.metaint == row.metaint)
        #expect(client.info?.serverName == (row.head.contains("Inner") ? "Inner" : row.head == "\r\n" ? nil : "x"))
    }

    @Test func `a station without titles is left after as many bytes as are searched`() throws {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            connection.begin(headers: ["Content-Type: audio/mpeg", "icy-name: x"])
            connection.sendEndlessly(sound)
        }
        defer { server.stop() }
        let client = try Self.follow(server.url(), titlesOnly: true)
        guard case .unsupported(let words)?? = client.error else {
            return #expect(Bool(false), "\(client.error as Any)")
        }
        #expect(words.contains("no titles") && client.info == nil)
    }

    // MARK: Cookies

    @Test func `a cookie from a redirect opens playlist and segments`() throws {
        let programme = try HlsProgramme.packed(.aac, seconds: 0.5)
        let segments = (0..<3).compactMap { programme($0).map { $0.content() } }
        let server = try LoopbackServer { connection in
            let path = connection.request.path
            if path == "/start" {
                return connection.reply(
                    status: "302 Found", headers: ["Location: /hls/list.m3u8", "Set-Cookie: token=1; Path=/hls"])
            }
            guard connection.request["Cookie"] == "token=1" else {
                return connection.reply(status: "403 No", text: "no")
            }
            if path.hasSuffix(".m3u8") {
                let list = segments.indices.map { "#EXTINF:0.5,\n\($0).aac\n" }.joined()
                return connection.reply(text: "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(list)#EXT-X-ENDLIST\n")
            }
            connection.reply(body: segments[Int(path.dropFirst(5).prefix { $0 != "." }) ?? 0])
        }
        defer { server.stop() }
        let client = try Self.follow(server.url("/start"))
        #expect(client.error == .some(nil) && !client.bytes.isEmpty, "\(client.error as Any)")
        // The next connection of the same opening begins with the cookie, another opening without it.
        let opening = StreamOpening()
        _ = try Self.follow(server.url("/start"), opening: opening)
        _ = try Self.follow(server.url("/hls/list.m3u8"), opening: opening)
        let list = server.requests.filter { $0.path.hasSuffix("list.m3u8") }
        #expect(list.count == 3 && list.allSatisfy { $0["Cookie"] == "token=1" })
        #expect(try Self.follow(server.url("/hls/list.m3u8")).bytes.isEmpty)
    }

    // MARK: Ranges

    struct RangeRow: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// How a request with a range is answered.
        var answer: @Sendable (LoopbackConnection, [UInt8]) -> Void
        /// The `Range` headers of all requests.
        var ranges: [String?]
    }

    static let rangeRows: [RangeRow] = [
        .init(
            testDescription: "it helps",
            answer: { connection, sound in
                connection.begin(
                    statusLine: "HTTP/1.1 206 Partial Content",
                    headers: [
                        "Content-Type: audio/mpeg", "Content-Range: bytes 0-99999999/*", "Content-Length: 99999999",
                    ])
                connection.send(sound)
                connection.waitUntilClosed()
            }, ranges: [nil, nil, "bytes=0-"]),
        .init(
            testDescription: "it does not help",
            answer: { connection, sound in
                connection.begin(statusLine: "HTTP/1.1 206 Partial Content")
                connection.send(sound)
            }, ranges: [nil, nil, "bytes=0-", nil, nil]),
        .init(
            testDescription: "it is refused",
            answer: { connection, _ in connection.reply(status: "416 Range Not Satisfiable", text: "no") },
            ranges: [nil, nil, "bytes=0-", nil, nil]),
    ]

    @Test(arguments: rangeRows) func `a stream that ends at the same time again is asked with a range`(row: RangeRow)
        throws
    {
        let sound = try Sample.mp3.read()
        let server = try LoopbackServer { connection in
            guard connection.request["Range"] == nil else { return row.answer(connection, sound) }
            connection.begin()
            connection.send(sound)
        }
        defer { server.stop() }
        let opening = StreamOpening()
        for _ in row.ranges {
            let client = try Self.follow(server.url(), opening: opening) {
                $0.error != nil || $0.bytes.count > sound.count / 2 && server.requests.last?["Range"] != nil
            }
            #expect(client.info?.isFinite != true)
        }
        #expect(server.requests.map { $0["Range"] } == row.ranges)
    }

    @Test func `when a range is wanted`() {
        let opening = StreamOpening()
        for duration in [Duration.seconds(3), .seconds(8), .milliseconds(8300)] {
            #expect(!opening.wantsRange("a"))
            opening.ended("a", after: duration)
        }
        #expect(opening.wantsRange("a") && !opening.wantsRange("b"))
        // With the range, the stream was longer, and ended for another reason.
        opening.ended("a", after: .seconds(600))
        #expect(opening.wantsRange("a"))
        opening.ended("a", after: .seconds(8))
        #expect(!opening.wantsRange("a"))
        let other = StreamOpening()
        for _ in 0..<3 { other.ended("a", after: .seconds(600)) }
        for url in ["a", "b", "a", "b"] { other.ended(url, after: .seconds(5)) }
        #expect(!other.wantsRange("a") && !other.wantsRange("b"))
    }
}
