import Glibc
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@Suite struct TransferFailureTests {
    @Test(arguments: [
        "", "radio", "file:///etc/passwd", "FILE:///etc/passwd", "ftp://127.0.0.1/", "http:/127.0.0.1/", "http://",
        "http://127.0.0.1:99999/", "http://[::1/", "http://127.0.0.1/\r\nX: 1", "javascript:alert(1)",
    ])
    func addressesThatAreNone(_ url: String) throws {
        let recorder = try HTTPBench().fetch(url)
        #expect(recorder.error?.kind == "badURL")
        #expect(recorder.error?.words.isEmpty == false)
        #expect(recorder.head == nil)
    }

    @Test(arguments: ["HTTP://%/a", "http://%/a b", "http://%/a?b=c d#e"])
    func addressesThatAreUnusual(_ pattern: String) throws {
        let server = try LoopbackServer { $0.reply(text: $0.request.target) }
        defer { server.stop() }
        let url = pattern.split(separator: "%").joined(separator: "127.0.0.1:\(server.port)")
        let recorder = try HTTPBench().fetch(url)
        #expect(recorder.error == nil)
        #expect(["/a", "/a%20b", "/a?b=c%20d"].contains(recorder.text))
    }

    @Test func anUnknownHost() throws {
        let recorder = try HTTPBench().fetch("http://name.invalid/")
        #expect(recorder.error?.kind == "hostUnknown")
        #expect(recorder.error?.words.contains("name.invalid") == true)
    }

    @Test func nobodyListens() throws {
        let server = try LoopbackServer { _ in }
        server.stop()
        let recorder = try HTTPBench().fetch(server.url("/", credentials: "user:secret"))
        #expect(recorder.error?.kind == "cannotConnect")
        #expect(recorder.error?.words.contains("127.0.0.1") == true)
        #expect(recorder.error?.words.contains("secret") == false)
    }

    @Test func aConnectThatHangsTimesOut() throws {
        let listener = FullListener()
        let recorder = try HTTPBench().fetch(TransferRequest(url: listener.url, connectTimeout: .milliseconds(300)))
        #expect(recorder.error?.kind == "timedOut")
        #expect(recorder.error?.words.contains("127.0.0.1") == true)
    }

    /// The IPv6 address of `localhost` never answers, and its IPv4 address does. libcurl tries IPv6 first and soon also
    /// IPv4, so the transfer is delayed only for a moment.
    @Test func anIPv6BlackHoleBesideAWorkingAddressCostsAMoment() throws {
        let server = try LoopbackServer { $0.reply(text: "hello") }
        defer { server.stop() }
        let blackHole = FullListener(ipv6Port: server.port)
        try #require(blackHole.isListening)
        let bench = try HTTPBench()
        let hung = bench.fetch(TransferRequest(url: blackHole.url, connectTimeout: .milliseconds(300)))
        #expect(hung.error?.kind == "timedOut")
        // libcurl tries the other address after 200 ms. The timeout for connecting is much longer than that, so it
        // cannot be the reason for the change.
        let request = TransferRequest(url: "http://localhost:\(server.port)/", connectTimeout: .seconds(30))
        let begin = MonotonicInstant.now
        let recorder = bench.fetch(request)
        #expect(recorder.error == nil && recorder.text == "hello")
        #expect(begin.duration(to: .now) < .seconds(20))
        #expect(server.requests.count == 1)
    }

    struct Reply: Sendable, CustomTestStringConvertible {
        var name: String
        var error: String?
        var body = ""
        var script: LoopbackServer.Script
        var testDescription: String { name }
    }

    @Test(arguments: [
        Reply(name: "closes without a word", error: "connectionLost") { $0.finish() },
        Reply(name: "resets without a word", error: "connectionLost") { $0.reset() },
        Reply(name: "garbage", error: "protocolViolation") { $0.send(SeededBody.make(5000, seed: 9)) },
        Reply(name: "a web page from 1991", error: "protocolViolation") { $0.send("<html>hello</html>") },
        Reply(name: "half a status line", error: "connectionLost") { $0.send("HTT") },
        Reply(name: "no number in the status line", error: "protocolViolation") { $0.send("HTTP/1.1 OK\r\n\r\n") },
        Reply(name: "FIN in the headers", error: nil) { $0.send("HTTP/1.1 200 OK\r\nContent-Type: a") },
        Reply(name: "less than promised", error: "connectionLost", body: "abc") {
            $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        },
        Reply(name: "a chunk too few", error: "connectionLost", body: "abc") {
            $0.begin(statusLine: "HTTP/1.1 200 OK", headers: ["Transfer-Encoding: chunked"])
            $0.sendChunk(Array("abc".utf8))
        },
        Reply(name: "a chunk of nonsense", error: "connectionLost") {
            $0.begin(statusLine: "HTTP/1.1 200 OK", headers: ["Transfer-Encoding: chunked"])
            $0.send("zzzz\r\nabc\r\n")
        },
        Reply(name: "closes in the sound", error: nil, body: "abc") {
            $0.begin()
            $0.send("abc")
        },
        Reply(name: "a header of 200 KiB", error: "protocolViolation") {
            $0.sendHeaders(totalling: 200 * 1024, lineLength: 200 * 1024)
        },
        Reply(name: "headers of 66 KB", error: "protocolViolation") { $0.sendHeaders(totalling: 66_000) },
    ])
    func badReplies(_ row: Reply) throws {
        let server = try LoopbackServer(script: row.script)
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.error?.kind == row.error, "\(recorder.error?.words ?? "")")
        if row.error != "protocolViolation" { #expect(recorder.text == row.body) }
        #expect(recorder.disorder.isEmpty)
    }

    @Test func aConnectionThatBreaksInTheSound() throws {
        let heard = TestSignal()
        let server = try LoopbackServer { connection in
            connection.begin()
            connection.send("abc")
            connection.wait(for: heard)
            connection.reset()
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = TransferRecorder()
        recorder.onBody = { _, _ in heard.raise() }
        bench.pool.start(TransferRequest(url: server.url()), delegate: recorder)
        #expect(bench.loop.turn { recorder.hasEnded })
        #expect(recorder.text == "abc")
        #expect(recorder.error?.kind == "connectionLost")
    }

    /// The server answers with an error status, and the page after it is cut off. The status is reported.
    @Test func aRefusalThatBreaksOffKeepsItsStatus() throws {
        let server = try LoopbackServer { $0.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\n") }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.head?.status == 403)
        #expect(recorder.error?.kind == "connectionLost")
        #expect(recorder.disorder.isEmpty)
    }

    @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.1 103 Early Hints"])
    func aHundredMegabytesOfHeaders(_ statusLine: String) throws {
        let total = 100_000_000
        let server = try LoopbackServer { connection in
            let line = statusLine + "\r\nX-Filler: " + String(repeating: "x", count: 900) + "\r\n"
            // The server sends a response head without end, or interim responses without end.
            let end = statusLine.contains("103") ? "\r\n" : ""
            let first = Array((line + end).utf8)
            let more = Array((end.isEmpty ? String(line.dropFirst(statusLine.count + 2)) : line + end).utf8)
            connection.send(first)
            while connection.sentBytes < total, connection.send(more) {}
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        let recorder = bench.fetch(server.url())
        #expect(recorder.error?.kind == "protocolViolation")
        #expect(recorder.head == nil)
        // The transfer was ended long before the server had sent everything, so it needed little memory.
        #expect(bench.loop.turn(untilElsewhere: { server.connectionCount == 0 }))
    }

    @Test func headersUpToTheLimitPass() throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\n")
            for _ in 0..<60 { connection.send("X-Filler: " + String(repeating: "x", count: 988) + "\r\n") }
            connection.send("Content-Length: 2\r\n\r\nok")
        }
        defer { server.stop() }
        let bench = try HTTPBench()
        #expect(bench.fetch(server.url()).text == "ok")
        let strict = bench.fetch(TransferRequest(url: server.url(), maximumHeaderBytes: 60_000))
        #expect(strict.error?.kind == "protocolViolation")
        #expect(strict.error?.words.contains("60000") == true)
    }

    @Test func redirectsCannotMultiplyHeaders() throws {
        let server = try LoopbackServer { connection in
            let filler = String(repeating: "x", count: 50_000)
            connection.reply(status: "302 Found", headers: ["Location: /again", "X-Filler: \(filler)"])
        }
        defer { server.stop() }
        let recorder = try HTTPBench().fetch(server.url())
        #expect(recorder.error?.kind == "protocolViolation")
        #expect(server.requests.count < 10)
    }

    @Test func descriptorsRunOut() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { $0.reply(text: "a") }
            let bench = try HTTPBench()
            var limit = rlimit(rlim_cur: 0, rlim_max: 0)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var held: [Int32] = []
            while true {
                let descriptor = dup(0)
                if descriptor < 0 { break }
                held.append(descriptor)
                if held.count == 20_000 { break }
            }
            let recorder = bench.fetch(server.url())
            #expect(recorder.error?.kind == "resources", "\(recorder.error?.words ?? "none")")
            for descriptor in held { close(descriptor) }
            #expect(bench.fetch(server.url()).text == "a")
            server.stop()
        }
    }
}
