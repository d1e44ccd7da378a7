import RadioHTTP
import Synchronization
import TestSupport
import Testing

@Suite struct TransferRedirectTests {
    @Test(arguments: [(1, true), (3, true), (10, true), (11, false)])
    func chains(length: Int, works: Bool) throws {
        let server = try LoopbackServer { if $0.followChain() { $0.reply(headers: ["X-End: 1"], text: "end") } }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url("/chain/\(length)"))
        if works {
            #expect(recorder.error == nil)
            #expect(recorder.text == "end")
            #expect(recorder.head?.url == server.url("/chain/0"))
            #expect(recorder.head?.redirectCount == length)
            #expect(recorder.head?.headers.map(\.name) == ["X-End", "Content-Length"])
        } else {
            #expect(recorder.error?.kind == "tooManyRedirects")
            #expect(recorder.head == nil)
        }
        #expect(recorder.disorder.isEmpty)
    }

    @Test func toItself() throws {
        let server = try LoopbackServer { $0.redirect(to: "/again") }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url("/again"))
        #expect(recorder.error?.kind == "tooManyRedirects")
        #expect(recorder.head == nil)
        #expect(server.requests.count == 11)
    }

    @Test func aLimitOfItsOwn() throws {
        let server = try LoopbackServer { if $0.followChain() { $0.reply(text: "end") } }
        defer { server.stop() }
        let bench = try HTTPBench()
        #expect(bench.fetch(TransferRequest(url: server.url("/2"), maximumRedirects: 2)).text == "end")
        let recorder = bench.fetch(TransferRequest(url: server.url("/2"), maximumRedirects: 1))
        #expect(recorder.error?.kind == "tooManyRedirects")
        let none = bench.fetch(TransferRequest(url: server.url("/2"), maximumRedirects: 0))
        #expect(none.error?.kind == "tooManyRedirects")
    }

    @Test(arguments: ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
    func statuses(_ status: String) throws {
        let server = try LoopbackServer { connection in
            if connection.request.path == "/new" { return connection.reply(text: "new") }
            connection.redirect(to: "/new", status: status)
        }
        defer { server.stop() }
        #expect(try HTTPBench().fetch(server.url("/old")).text == "new")
    }

    /// A redirect to a fragment leads to the same address, which may answer otherwise the second time.
    @Test(arguments: [("#frag", 2), ("#", 3), ("/dir/radio?a#frag", 1)]) func toAFragment(
        _ location: String, _ times: Int
    )
        throws
    {
        let rest = Mutex(times)
        let server = try LoopbackServer { connection in
            let isOver = rest.withLock {
                $0 -= 1
                return $0 < 0
            }
            if isOver { connection.reply(text: "sound") } else { connection.redirect(to: location) }
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url("/dir/radio?a"))
        #expect(recorder.text == "sound" && recorder.headCount == 1 && recorder.error == nil)
        #expect(server.requests.map(\.target) == Array(repeating: "/dir/radio?a", count: times + 1))
    }

    @Test func toAFragmentWithoutEnd() throws {
        let server = try LoopbackServer { $0.redirect(to: "#x") }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(TransferRequest(url: server.url("/a"), maximumRedirects: 3))
        #expect(recorder.error?.kind == "tooManyRedirects" && server.requests.count == 4)
        #expect(Set(server.requests.map(\.target)) == ["/a"])
    }

    @Test func credentialsStayWithTheirHost() throws {
        let other = try LoopbackServer(host: "127.0.0.2") { $0.reply(text: "other") }
        defer { other.stop() }
        let elsewhere = other.url("/b")
        let server = try LoopbackServer { $0.redirect(to: elsewhere) }
        defer { server.stop() }
        let request = TransferRequest(
            url: server.url("/a", credentials: "user:secret"), headers: ["Cookie": "a=1", "X-Plain": "1"])
        #expect(try HTTPBench().fetch(request).text == "other")
        #expect(server.requests.first?["Authorization"] != nil)
        #expect(server.requests.first?["Cookie"] == "a=1")
        #expect(other.requests.first?["Authorization"] == nil)
        #expect(other.requests.first?["Cookie"] == nil)
        #expect(other.requests.first?["X-Plain"] == "1")
        let typed = TransferRequest(url: server.url("/a"), headers: ["Authorization": "Bearer secret"])
        try HTTPBench().fetch(typed)
        #expect(server.requests.last?["Authorization"] == "Bearer secret")
        #expect(other.requests.last?["Authorization"] == nil)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/"])
    func toForeignSchemes(_ location: String) throws {
        let server = try LoopbackServer { $0.redirect(to: location) }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.error?.kind == "badURL")
        #expect(recorder.byteCount == 0)
        #expect(recorder.head == nil)
    }

    @Test func toANameThatIsNoHost() throws {
        let server = try LoopbackServer { $0.redirect(to: "http://name.invalid/") }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.error?.kind == "hostUnknown")
        #expect(recorder.error?.words.contains("name.invalid") == true)
        #expect(recorder.head == nil)
    }
}
