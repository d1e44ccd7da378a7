import RadioFormats
import RadioHTTP
import TestSupport
import Testing

@Suite struct TransferObserverTests {
    /// An observer that records what a `TransferPool` reports to it.
    final class Observer: TransferObserver {
        var begun: [String] = []
        var tried: [String] = []
        var connected: [String] = []
        var lines: [UInt8] = []
        var responses: [ResponseHead] = []
        var body: [UInt8] = []
        var ends: [TransferError?] = []

        func transferBegins(_ transfer: Transfer) { begun.append(transfer.request.url) }
        func transfer(_ transfer: Transfer, tries address: String) { tried.append(address) }
        func transfer(_ transfer: Transfer, isConnectedTo address: String) { connected.append(address) }
        func transfer(_ transfer: Transfer, receivedHeaderLine line: UnsafeRawBufferPointer) { lines += line }
        func transfer(_ transfer: Transfer, receivedResponse head: ResponseHead) { responses.append(head) }
        func transfer(_ transfer: Transfer, receivedBody bytes: UnsafeRawBufferPointer) { body += bytes }
        func transfer(_ transfer: Transfer, isOverWith error: TransferError?) { ends.append(error) }
    }

    private static func fetch(_ url: String) throws -> (Observer, TransferRecorder) {
        let observer = Observer()
        let bench = try HTTPBench()
        bench.pool.observer = observer
        let recorder = bench.fetch(url)
        return (observer, recorder)
    }

    @Test func seesEveryHop() throws {
        let other = try LoopbackServer(host: "127.0.0.2") { connection in
            connection.send("ICY 200 OK\r\nicy-name: Caf")
            connection.send([0xE9])
            connection.send("\r\n\r\nbody")
        }
        defer { other.stop() }
        let elsewhere = other.url("/b")
        let server = try LoopbackServer { $0.redirect(to: elsewhere, status: "302 Found") }
        defer { server.stop() }
        let (observer, recorder) = try Self.fetch(server.url("/a"))
        #expect(observer.begun == [server.url("/a")])
        #expect(observer.tried == ["127.0.0.1:\(server.port)", "127.0.0.2:\(other.port)"])
        #expect(observer.connected == observer.tried)
        #expect(observer.responses.map(\.status) == [302, 200])
        #expect(observer.responses.map(\.url) == [server.url("/a"), elsewhere])
        // The observer gets the head's bytes unchanged, also bytes that are not UTF-8.
        let head = Array("ICY 200 OK\r\nicy-name: Caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        #expect(Array(observer.lines.suffix(head.count)) == head)
        #expect(observer.lines.starts(with: "HTTP/1.1 302 Found\r\n".utf8))
        #expect(observer.body == Array("body".utf8) && recorder.body == observer.body)
        #expect(observer.ends == [nil])
    }

    @Test func aKeptConnectionNeedsNoTry() throws {
        let server = try LoopbackServer { if $0.followChain() { $0.reply(text: "end") } }
        defer { server.stop() }
        let (observer, _) = try Self.fetch(server.url("/chain/3"))
        #expect(observer.tried.count == 1 && observer.connected.count == 4)
        #expect(observer.responses.map(\.status) == [302, 302, 302, 200])
    }

    /// Several views of the same pool have different observers. When a view is released, its transfers continue.
    @Test func whoWatchesWhat() throws {
        let server = try LoopbackServer { $0.reply(text: $0.request.path) }
        defer { server.stop() }
        let bench = try HTTPBench()
        let (all, one, other) = (Observer(), Observer(), Observer())
        bench.pool.observer = all
        let recorders = (0..<3).map { _ in TransferRecorder() }
        func start() {
            let view = bench.pool.watched(by: one)
            view.start(TransferRequest(url: server.url("/one")), delegate: recorders[0])
            bench.pool.watched(by: other).start(TransferRequest(url: server.url("/other")), delegate: recorders[1])
        }
        start()
        bench.pool.start(TransferRequest(url: server.url("/all")), delegate: recorders[2])
        #expect(bench.loop.turn { recorders.allSatisfy(\.hasEnded) })
        #expect(recorders.map { String(decoding: $0.body, as: UTF8.self) } == ["/one", "/other", "/all"])
        for (observer, path) in [(one, "/one"), (other, "/other"), (all, "/all")] {
            #expect(observer.begun == [server.url(path)] && observer.ends == [nil])
        }
        let late = TransferRecorder()
        let view = bench.pool.watched(by: one)
        bench.pool.shutDown()
        view.start(TransferRequest(url: server.url("/late")), delegate: late)
        #expect(bench.loop.turn { late.hasEnded } && late.body.isEmpty)
    }

    @Test func trailersAreNoHeaders() throws {
        let server = try LoopbackServer { connection in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.sendChunk(Array("body".utf8))
            connection.send("0\r\nX-Trailer: 1\r\n\r\n")
        }
        defer { server.stop() }
        let (observer, _) = try Self.fetch(server.url())
        #expect(
            String(decoding: observer.lines, as: UTF8.self) == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(observer.body == Array("body".utf8))
    }

    @Test func whatFails() throws {
        let server = try LoopbackServer { _ in }
        server.stop()
        let (observer, _) = try Self.fetch(server.url())
        #expect(observer.tried == ["127.0.0.1:\(server.port)"])
        #expect(observer.connected.isEmpty && observer.responses.isEmpty)
        #expect(observer.ends.first??.kind == "cannotConnect")
        let (unknown, _) = try Self.fetch("http://name.invalid/")
        #expect(unknown.tried.isEmpty)
        #expect(unknown.ends.first??.kind == "hostUnknown")
    }

    @Test func allAddressesOfAHostAreTried() throws {
        // libcurl itself knows "localhost" as an IPv4 and an IPv6 address, whatever the computer's file of hosts says.
        let server = try LoopbackServer { $0.reply(text: "x") }
        defer { server.stop() }
        let (observer, recorder) = try Self.fetch("http://localhost:\(server.port)/")
        #expect(recorder.text == "x")
        #expect(observer.connected == ["127.0.0.1:\(server.port)"])
        #expect(observer.tried.contains("127.0.0.1:\(server.port)"))
        #expect(observer.tried.allSatisfy { ["127.0.0.1:\(server.port)", "[::1]:\(server.port)"].contains($0) })
    }
}
