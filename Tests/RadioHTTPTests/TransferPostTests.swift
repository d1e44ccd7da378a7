import RadioHTTP
import TestSupport
import Testing

@Suite struct TransferPostTests {
    @Test(arguments: [0, 1, 70_000]) func whatIsSent(_ length: Int) throws {
        let server = try LoopbackServer { $0.reply(text: "taken") }
        defer { server.stop() }
        var request = TransferRequest(
            url: server.url("/in"), headers: ["Content-Type": "application/json", "Authorization": "Token secret"],
            isSound: false)
        let body = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        request.body = body
        let recorder = try HTTPBench().fetch(request)
        #expect(recorder.text == "taken" && recorder.error == nil)
        let asked = try #require(server.requests.first)
        #expect(asked.method == "POST" && asked.body == body && asked["Content-Length"] == String(length))
        #expect(asked["Content-Type"] == "application/json" && asked["Authorization"] == "Token secret")
        #expect(asked["Expect"] == nil)
    }

    /// A server answers a POST with a redirect. The transfer ends, and no other host gets its body or headers.
    @Test(arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
    func redirectsEndIt(_ status: String) throws {
        let other = try LoopbackServer(host: "127.0.0.2") { $0.reply(text: "other") }
        defer { other.stop() }
        let elsewhere = other.url("/b")
        let server = try LoopbackServer { $0.redirect(to: elsewhere, status: status) }
        defer { server.stop() }
        var request = TransferRequest(url: server.url("/a"), headers: ["X-Secret": "1"], isSound: false)
        request.body = Array("secret".utf8)
        #expect(try HTTPBench().fetch(request).error?.kind == "tooManyRedirects")
        #expect(server.requests.count == 1 && other.requests.isEmpty)
    }
}
