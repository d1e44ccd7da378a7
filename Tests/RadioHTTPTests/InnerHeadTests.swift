import RadioFormats
import RadioLoop
import TestSupport
import Testing

@testable import RadioHTTP

@Suite struct InnerHeadTests {
    private static let icy = "ICY 200 OK\r\nicy-name: Inner\r\nicy-metaint: 8192\r\ncontent-type: audio/mpeg\r\n\r\n"

    /// Records all heads.
    private final class Heads: TransferDelegate {
        var heads: [ResponseHead] = []
        var body: [UInt8] = []
        var hasEnded = false
        func transfer(_ transfer: Transfer, received head: ResponseHead) { heads.append(head) }
        func transfer(_ transfer: Transfer, received bytes: UnsafeRawBufferPointer) { body += bytes }
        func transfer(_ transfer: Transfer, endedWith error: TransferError?) { hasEnded = true }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var inner: String
        /// The status lines that the delegate gets, and the body's first bytes.
        var lines: [String]
        var body: String
        var headers: [String] = ["Content-Type: text/plain", "Server: proxy"]
        var testDescription: String { inner.debugDescription }
    }

    static let rows: [Row] = [
        .init(inner: icy + "sound", lines: ["HTTP/1.0 200 OK", "ICY 200 OK"], body: "sound"),
        .init(
            inner: "ICY 200 OK\nicy-metaint: 8192\n\n\nsound", lines: ["HTTP/1.0 200 OK", "ICY 200 OK"], body: "\nsound"
        ),
        .init(
            inner: "HTTP/1.0 200 OK\r\nicy-metaint:8192\r\n\r\nsound", lines: ["HTTP/1.0 200 OK", "HTTP/1.0 200 OK"],
            body: "sound"),
        .init(inner: "ICY 401 Full\r\n\r\n", lines: ["HTTP/1.0 200 OK", "ICY 401 Full"], body: ""),
        // No head, or one that does not end.
        .init(inner: "ICY", lines: ["HTTP/1.0 200 OK"], body: "ICY"),
        .init(inner: "sound ICY 200 OK\r\n\r\n", lines: ["HTTP/1.0 200 OK"], body: "sound ICY"),
        .init(inner: "ICY 200 OK\r\nicy-name: x\r\n", lines: ["HTTP/1.0 200 OK"], body: "ICY 200 OK"),
        .init(
            inner: "ICY " + String(repeating: "x", count: 70_000) + "\r\n\r\n", lines: ["HTTP/1.0 200 OK"],
            body: "ICY xxx"),
    ]

    @Test(arguments: rows, [1, 7, .max])
    func `a head in the body`(row: Row, size: Int) throws {
        let server = try LoopbackServer { connection in
            connection.begin(headers: row.headers)
            let size = row.inner.utf8.count > 1000 ? Int.max : size
            connection.send(Array(row.inner.utf8), inPiecesOf: size, every: 1)
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let heads = Heads()
        bench.pool.start(TransferRequest(url: server.url(), wantsIcyMetadata: true), delegate: heads)
        #expect(bench.loop.turn { heads.hasEnded })
        #expect(heads.heads.map(\.statusLine) == row.lines)
        #expect(String(decoding: heads.body, as: UTF8.self).hasPrefix(row.body))
        if row.lines.count == 2, let last = heads.heads.last, last.status == 200 {
            #expect(last["icy-metaint"] == "8192" && last["Server"] == "proxy")
            #expect(heads.body.count == row.body.utf8.count)
        }
    }

    @Test func `other requests get the body as it is`() throws {
        let server = try LoopbackServer { $0.reply(text: Self.icy + "sound") }
        defer { server.stop() }
        #expect(try HTTPBench().fetch(server.url()).text == Self.icy + "sound")
    }

    /// libcurl refuses a head with NUL, so the request is sent once more and the head is read here.
    @Test(
        arguments: ["icy-name: RNULa", "icy-NULname: x", "icy-name: NUL"],
        [1, .max])
    func `a header with NUL is left out`(line: String, size: Int) throws {
        let server = try LoopbackServer { connection in
            let head = "HTTP/1.0 200 OK\r\n\(line)\r\nicy-metaint: 8192\r\nServer: odd\r\n\r\nsoundNUL"
            connection.send(Array(head.replacing("NUL", with: "\u{0}").utf8), inPiecesOf: size, every: 1)
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let heads = Heads()
        let url = server.url("/radio live?a=%25&b#c")
        bench.pool.start(
            TransferRequest(url: url, headers: ["X-Key": "1"], wantsIcyMetadata: true), delegate: heads)
        #expect(bench.loop.turn { heads.hasEnded })
        let head = try #require(heads.heads.first)
        #expect(heads.heads.count == 1 && head.status == 200 && head.url.hasPrefix("http://"))
        #expect(head["icy-metaint"] == "8192" && head["Server"] == "odd" && head["icy-name"] == nil)
        #expect(String(decoding: heads.body, as: UTF8.self) == "sound\u{0}")
        let requests = server.requests
        try #require(requests.count == 2)
        #expect(requests[0].target == requests[1].target)
        for name in ["Host", "User-Agent", "Icy-MetaData", "X-Key"] {
            #expect(requests[1][name] == requests[0][name] && requests[1][name] != nil, "\(name)")
        }
    }
}
