import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@Suite struct TransferTests {
    @Test func headThenBodyThenEnd() throws {
        let server = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg", "X-A:  b "], text: "hello") }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = bench.fetch(server.url("/a"))
        #expect(recorder.error == nil)
        #expect(recorder.head?.status == 200)
        #expect(recorder.head?.statusLine == "HTTP/1.1 200 OK")
        #expect(recorder.head?["content-type"] == "audio/mpeg")
        #expect(recorder.head?["x-a"] == "b")
        #expect(recorder.head?.url == server.url("/a"))
        #expect(recorder.head?.redirectCount == 0)
        #expect(recorder.text == "hello")
        #expect(recorder.headCount == 1)
        #expect(recorder.disorder.isEmpty)
    }

    /// The status line of every SHOUTcast 1 server is `ICY 200 OK` (streborn#458).
    @Test func shoutcastStatusLine() throws {
        let server = try LoopbackServer { connection in
            connection.begin(
                statusLine: "ICY 200 OK", headers: ["icy-notice1:<BR>", "icy-name:Radio", "icy-metaint:8192"])
            connection.send("sound")
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.head?.statusLine == "ICY 200 OK")
        #expect(recorder.head?.status == 200)
        #expect(recorder.head?["icy-metaint"] == "8192")
        #expect(recorder.text == "sound")
        #expect(recorder.error == nil)
    }

    struct Asked: Sendable {
        var request: TransferRequest
        var header: String
        var value: String?
    }

    @Test(arguments: [
        Asked(request: .init(url: ""), header: "User-Agent", value: TransferRequest.defaultUserAgent),
        Asked(request: .init(url: ""), header: "Accept", value: "*/*"),
        Asked(request: .init(url: ""), header: "Icy-MetaData", value: nil),
        Asked(request: .init(url: "", wantsIcyMetadata: true), header: "Icy-MetaData", value: "1"),
        // A request for sound does not ask for compression, because some servers compress everything if they may.
        Asked(request: .init(url: ""), header: "Accept-Encoding", value: nil),
        // Some hosts refuse programs that they do not know, so the listener can set another name (radiobrowser-api#23,
        // ESP32-audioI2S#1245).
        Asked(request: .init(url: "", userAgent: "VLC/3.0.18"), header: "User-Agent", value: "VLC/3.0.18"),
        Asked(
            request: .init(url: "", headers: ["user-agent": "Mozilla/5.0"]), header: "User-Agent", value: "Mozilla/5.0"),
        Asked(request: .init(url: "", headers: ["Referer": "http://a/"]), header: "Referer", value: "http://a/"),
        Asked(request: .init(url: "", headers: ["X-Empty": ""]), header: "X-Empty", value: ""),
        // A header in a station list contains a line end. It must not add a second header.
        Asked(request: .init(url: "", headers: ["X-A": "1\r\nX-Evil: 1"]), header: "X-Evil", value: nil),
        Asked(request: .init(url: "", headers: ["X-A: 1\r\nX-Evil": "1"]), header: "X-Evil", value: nil),
    ])
    func requestHeaders(_ row: Asked) throws {
        let server = try LoopbackServer { $0.reply(text: "") }
        defer { server.stop() }
        var request = row.request
        request.url = server.url()
        let recorder = try HTTPBench().fetch(request)
        #expect(recorder.error == nil)
        let asked = try #require(server.requests.first)
        #expect(asked[row.header] == row.value)
        #expect(
            asked.headers.filter { $0.name.lowercased() == row.header.lowercased() }.count == (row.value == nil ? 0 : 1)
        )
        #expect(asked.text.hasPrefix("GET / HTTP/1.1\r\n"))
    }

    /// A server may send a list compressed. The caller gets the uncompressed bytes.
    @Test func listsMayBePacked() throws {
        let packed: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0,
            0,
        ]
        let server = try LoopbackServer { $0.reply(headers: ["Content-Encoding: gzip"], body: packed) }
        defer { server.stop() }
        let bench = try HTTPBench()
        #expect(bench.fetch(TransferRequest(url: server.url(), isSound: false)).text == "hello")
        #expect(server.requests.last?["Accept-Encoding"]?.contains("gzip") == true)
        #expect(bench.fetch(TransferRequest(url: server.url())).body == packed)
    }

    @Test func credentialsInTheURL() throws {
        let server = try LoopbackServer { connection in
            // "us:er" and "p@ss/word" in Base64 (RFC 7617).
            if connection.request["Authorization"] == "Basic dXM6ZXI6cEBzcy93b3Jk" {
                connection.reply(text: "in")
            } else {
                connection.reply(
                    status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"a\""], text: "out")
            }
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let allowed = bench.fetch(server.url("/", credentials: "us%3Aer:p%40ss%2Fword"))
        #expect(allowed.head?.status == 200)
        #expect(allowed.text == "in")
        let refused = bench.fetch(server.url("/", credentials: "us%3Aer:wrong"))
        #expect(refused.head?.status == 401)
        #expect(refused.text == "out")
        #expect(refused.error == nil)
        #expect(bench.fetch(server.url()).head?.status == 401)
    }

    @Test(arguments: [400, 401, 403, 404, 410, 500, 503])
    func everyStatusIsAResponse(_ status: Int) throws {
        let server = try LoopbackServer { $0.reply(status: "\(status) So", headers: ["Retry-After: 7"], text: "why") }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.head?.status == status)
        #expect(recorder.head?["retry-after"] == "7")
        #expect(recorder.text == "why")
        #expect(recorder.error == nil)
        #expect(recorder.disorder.isEmpty)
    }

    @Test(arguments: [
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "HTTP/1.0 500 Oh\r\n\r\n",
        "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
    ])
    func aHeadWithoutABodyIsDelivered(_ reply: String) throws {
        let server = try LoopbackServer { $0.send(reply) }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.headCount == 1)
        #expect(recorder.head.map { reply.hasPrefix($0.statusLine) } == true)
        #expect(recorder.error == nil)
        #expect(recorder.byteCount == 0)
        #expect(recorder.disorder.isEmpty)
    }

    @Test func aHeadComesBeforeTheFirstByteOfSound() throws {
        let goOn = TestSignal()
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.wait(for: goOn)
            connection.send("sound")
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn { recorder.head != nil })
        #expect(recorder.byteCount == 0)
        goOn.raise()
        #expect(bench.loop.turn { recorder.hasEnded })
        #expect(recorder.text == "sound")
    }

    @Test func interimResponsesAreNotTheHead() throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 103 Early Hints\r\nX-Interim: 1\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
            connection.send("HTTP/1.1 200 OK\r\nX-Final: 1\r\nContent-Length: 2\r\n\r\nok")
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.head?.status == 200)
        #expect(recorder.head?.headers.map(\.name) == ["X-Final", "Content-Length"])
        #expect(recorder.text == "ok")
        #expect(recorder.disorder.isEmpty)
    }

    /// The body of the response is chunked and has lines after it (trailers), as from an Icecast behind proxies.
    @Test func chunkedBodiesWithTrailers() throws {
        let body = SeededBody.make(300_000, seed: 1)
        let server = try LoopbackServer { connection in
            connection.begin(statusLine: "HTTP/1.1 200 OK", headers: ["Transfer-Encoding: chunked"])
            var generator = SeededGenerator(seed: 2)
            var rest = body[...]
            while !rest.isEmpty {
                let size = Int.random(in: 1...5000, using: &generator)
                connection.sendChunk(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            connection.send("0\r\nX-Trailer: 1\r\n\r\n")
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.body == body)
        #expect(recorder.headCount == 1)
        #expect(recorder.head?["X-Trailer"] == nil)
        #expect(recorder.error == nil)
    }

    @Test func aSlowServerIsNoError() throws {
        let server = try LoopbackServer {
            $0.send(Array("HTTP/1.0 200 OK\r\n\r\nslow sound".utf8), inPiecesOf: 1, every: 5)
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.text == "slow sound")
        #expect(recorder.error == nil)
    }

    @Test func timingsAndAddress() throws {
        let server = try LoopbackServer { $0.reply(text: "a") }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        let transfer = bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(transfer.remoteAddress == nil)
        #expect(bench.loop.turn { recorder.hasEnded })
        #expect(transfer.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(transfer.timings.connect > .zero)
        #expect(transfer.timings.firstByte >= transfer.timings.connect)
        #expect(transfer.timings.tls == .zero)
    }

    @Test func connectionsAreUsedAgain() throws {
        let server = try LoopbackServer { $0.reply(text: "a") }
        defer { server.stop() }
        let bench = try HTTPBench()
        for _ in 0..<5 { #expect(bench.fetch(server.url()).text == "a") }
        #expect(server.acceptedCount == 1)
        #expect(server.requests.count == 5)
    }
}

enum SeededBody {
    static func make(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return generator.bytes(count)
    }
}
