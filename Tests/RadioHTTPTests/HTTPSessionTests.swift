import RadioLoop
import TestSupport
import Testing

@testable import RadioHTTP

/// Cookies and authentication within one opening of a station, against servers on this computer.
@Suite struct HTTPSessionTests {
    private static func request(_ url: String, _ session: HTTPSession?) -> TransferRequest {
        var request = TransferRequest(url: url)
        request.session = session
        return request
    }

    /// A response to `/set` sets a cookie. The next requests of the session get it or not.
    struct CookieRow: CustomTestStringConvertible, Sendable {
        var cookie: String
        var isSent: Bool
        var path = "/a/b"
        /// True if the next request goes to another host.
        var isElsewhere = false
        var testDescription: String { "\(cookie) \(path) \(isElsewhere)" }
    }

    static let cookieRows: [CookieRow] = [
        .init(cookie: "t=1", isSent: false, path: "/b"), .init(cookie: "t=1", isSent: true, path: "/set/c"),
        .init(cookie: "t=1; Path=/", isSent: true), .init(cookie: "t=1; Path=/; HttpOnly", isSent: true),
        .init(cookie: "t=1; Path=/a", isSent: true), .init(cookie: "t=1; Path=/a", isSent: false, path: "/ab"),
        .init(cookie: "t=1; Path=/; Max-Age=600", isSent: true), .init(cookie: "t=1; Path=/; Max-Age=0", isSent: false),
        .init(cookie: "t=1; Path=/; Secure", isSent: false),
        .init(cookie: "t=1; Path=/; Domain=127.0.0.2", isSent: false),
        .init(cookie: "t=1; Path=/", isSent: false, isElsewhere: true),
        .init(cookie: "t=1; Path=/; Domain=127.0.0.2", isSent: false, isElsewhere: true),
        .init(cookie: "t=1; Path=/; Domain=0.0.2", isSent: false, isElsewhere: true),
        .init(cookie: "t=1; Path=/; Domain=com", isSent: false),
    ]

    @Test(arguments: cookieRows) func `a cookie goes where it belongs`(row: CookieRow) throws {
        // libcurl takes 127.0.0.1 for a secure host.
        let server = try LoopbackServer(host: "127.0.0.3") { connection in
            connection.reply(headers: connection.request.path == "/set/x" ? ["Set-Cookie: \(row.cookie)"] : [])
        }
        defer { server.stop() }
        let other = try LoopbackServer(host: "127.0.0.2") { $0.reply() }
        defer { other.stop() }
        let bench = try HTTPBench()
        let session = HTTPSession()
        bench.fetch(Self.request(server.url("/set/x"), session))
        let next = row.isElsewhere ? other : server
        bench.fetch(Self.request(next.url(row.path), session))
        #expect(next.requests.last?["Cookie"] == (row.isSent ? "t=1" : nil))
        // Neither another station nor a request that belongs to none gets it.
        bench.fetch(Self.request(next.url(row.path), HTTPSession()))
        bench.fetch(Self.request(next.url(row.path), nil))
        #expect(next.requests.suffix(2).allSatisfy { $0["Cookie"] == nil })
    }

    @Test func `a redirect sets a cookie, and the station has one of its own`() throws {
        let server = try LoopbackServer { connection in
            guard connection.request.path == "/start" else { return connection.reply() }
            connection.reply(status: "302 Found", headers: ["Location: /radio", "Set-Cookie: t=1; Path=/"])
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        var request = Self.request(server.url("/start"), HTTPSession())
        request.stationHeaders = StationHeaders(["cookie": "own=2"], home: request.url)
        bench.fetch(request)
        bench.fetch(request)
        #expect(server.requests.map { $0["Cookie"] } == ["own=2", "t=1; own=2", "t=1; own=2", "t=1; own=2"])
        #expect(server.requests.allSatisfy { $0.headers.filter { $0.name == "Cookie" }.count == 1 })
    }

    /// The cookies of the station's list do not follow a redirect to another host.
    @Test func `the station's own cookie stays`() throws {
        let other = try LoopbackServer(host: "127.0.0.2") { $0.reply() }
        defer { other.stop() }
        let elsewhere = other.url()
        let server = try LoopbackServer { $0.redirect(to: elsewhere) }
        defer { server.stop() }
        var request = Self.request(server.url(), HTTPSession())
        request.stationHeaders = StationHeaders(["Cookie": "own=2"], home: request.url)
        try HTTPBench().fetch(request)
        #expect(server.requests.first?["Cookie"] == "own=2" && other.requests.first?["Cookie"] == nil)
    }

    @Test func `the newest cookie is sent`() throws {
        let server = try LoopbackServer { connection in
            connection.reply(headers: ["Set-Cookie: t=\(connection.request.path.dropFirst()); Path=/"])
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let session = HTTPSession()
        for path in ["/1", "/2", "/3"] { bench.fetch(Self.request(server.url(path), session)) }
        #expect(server.requests.map { $0["Cookie"] } == [nil, "t=1", "t=2"] && session.cookies.count == 1)
    }

    @Test func `transfers at the same time`() {
        let session = HTTPSession()
        session.take(cookies: ["a", "b"], before: [])
        // One transfer renews a cookie while another, which began before, changes nothing.
        session.take(cookies: ["a2", "b"], before: ["a", "b"])
        session.take(cookies: ["a", "b"], before: ["a", "b"])
        #expect(session.cookies == ["b", "a2"])
        session.take(cookies: ["a"], before: ["a", "b"])
        #expect(session.cookies == ["a2"])
        session.take(cookies: (0..<100).map { "c\($0)" }, before: [])
        #expect(session.cookies.count == HTTPSession.maximumCookies && session.cookies.last == "c99")
        session.take(cookies: (0..<20).map { String(repeating: "\($0) ", count: 3000) }, before: [])
        #expect(session.cookies.reduce(0) { $0 + $1.utf8.count } <= HTTPSession.maximumBytes)
    }

    // MARK: Names and passwords

    private static func isRight(_ header: String, _ request: LoopbackRequest) -> Bool {
        var fields: [String: String] = [:]
        for part in header.dropFirst("Digest ".count).split(separator: ",") {
            let halves = part.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
            if halves.count == 2 { fields[String(halves[0])] = halves[1].filter { $0 != "\"" } }
        }
        func md5(_ text: String) -> String { MessageDigest.hexadecimal(.md5, of: text) ?? "" }
        let secret = md5("user:radio:s:cret")
        let way = md5("GET:\(request.target)")
        let counts = ["nonce", "nc", "cnonce", "qop"].map { fields[$0] ?? "" }.joined(separator: ":")
        return fields["response"] == md5("\(secret):\(counts):\(way)")
    }

    @Test(arguments: ["Digest", "Basic", "Basic Digest", "Digest Basic"])
    func `the server chooses how a listener proves who he is`(offered: String) throws {
        let hasDigest = offered.contains("Digest")
        let demands = offered.split(separator: " ").map {
            "WWW-Authenticate: \($0) realm=\"radio\"" + ($0 == "Digest" ? ", nonce=\"abc\", qop=\"auth\"" : "")
        }
        let server = try LoopbackServer { connection in
            let proof = connection.request["Authorization"] ?? ""
            let isLetIn = hasDigest ? Self.isRight(proof, connection.request) : proof == "Basic dXNlcjpzOmNyZXQ="
            if isLetIn { return connection.reply(text: "sound") }
            connection.reply(status: "401 Unauthorized", headers: demands, text: "no")
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let session = HTTPSession()
        for path in ["/1", "/2"] {
            let answer = bench.fetch(Self.request(server.url(path, credentials: "user:s%3Acret"), session))
            #expect(answer.head?.status == 200 && answer.text == "sound" && answer.headCount == 1)
        }
        // A server that wants a digest never sees the password. One that wants the password gets it at once the
        // second time.
        let proofs = server.requests.map { $0["Authorization"].map { String($0.prefix { $0 != " " }) } }
        #expect(proofs == (hasDigest ? [nil, "Digest", nil, "Digest"] : [nil, "Basic", "Basic"]))
    }

    @Test func `a wrong password`() throws {
        let server = try LoopbackServer { connection in
            connection.reply(status: "401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""], text: "no")
        }
        defer { server.stop() }
        let answer = try HTTPBench().fetch(Self.request(server.url("/", credentials: "a:b"), HTTPSession()))
        #expect(answer.head?.status == 401 && answer.headCount == 1 && server.requests.count == 2)
    }
}
