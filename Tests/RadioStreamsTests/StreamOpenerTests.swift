import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import TestSupport
import Testing

@testable import RadioStreams

/// A `StreamOpener` opens the stream at an address, through redirects and lists. The servers are on this computer, and
/// the test sets the opener's time.
@Suite struct StreamOpenerTests {
    private final class Client: MediaStreamClient {
        var info: StreamInfo?
        var packets = 0
        var error: StreamError??

        func streamOpened(_ info: StreamInfo) { self.info = info }
        func streamBrought(_ element: StreamElement) { if case .packet = element { packets += 1 } }
        func streamReceived(bytes: Int) {}
        func streamEnded(with error: StreamError?) { self.error = error }
    }

    /// A test server, and an opener for one of its addresses.
    private final class Rig {
        let server: LoopbackServer
        let client = Client()
        let loop: EventLoop
        private let pool: TransferPool
        private(set) var opener: StreamOpener?

        /// Starts a server that sends sound at `/radio`, never answers `/silent`, redirects `/moved` to `/radio`, and
        /// knows no other path.
        /// - Parameter lists: The addresses in the server's lists, by path.
        init(_ lists: [String: [String]] = [:]) throws {
            let sound = try Sample.mp3.read()
            server = try LoopbackServer { connection in
                let path = connection.request.path
                if let list = lists[path] {
                    let text = "#EXTM3U\n" + list.map { $0 + "\n" }.joined()
                    return connection.reply(headers: ["Content-Type: audio/x-mpegurl"], text: text)
                }
                switch path {
                case "/radio": connection.play(sound)
                case "/moved": connection.redirect(to: "/radio")
                case "/silent": connection.neverAnswer()
                default: connection.reply(status: "404 Not Found", text: "no")
                }
            }
            loop = try .byHand()
            pool = try TransferPool(loop: loop)
        }

        var paths: [String] { server.requests.map(\.path) }

        func open(_ url: String) {
            let opener = StreamOpener(
                loop: loop, pool: pool, worker: BlockingWorker(loop: loop), request: StreamRequest(url: url),
                client: client)
            self.opener = opener
            opener.start()
        }

        /// Waits until the opener has scheduled a timer for `duration`. Returns false if it does not.
        func waits(_ duration: Duration) -> Bool {
            loop.turn { loop.nextDeadline == loop.now.advanced(by: duration) }
        }

        func stop() {
            opener?.cancel()
            server.stop()
        }
    }

    @Test(
        arguments: [
            // The addresses of a list are tried in order, up to the first that plays.
            (["/a.m3u": ["/dead", "/radio", "/never"]], ["/a.m3u", "/dead", "/radio"]),
            (["/a.m3u": ["/moved", "/never"]], ["/a.m3u", "/moved", "/radio"]),
            // A list names another list before other addresses. The other list is read first.
            (["/a.m3u": ["/b.m3u", "/never"], "/b.m3u": ["/radio"]], ["/a.m3u", "/b.m3u", "/radio"]),
            // An address that was already tried, here that of the list itself, is skipped.
            (["/a.m3u": ["/a.m3u", "/radio"]], ["/a.m3u", "/radio"]),
            (["/a.m3u": ["/dead", "/dead", "/radio"]], ["/a.m3u", "/dead", "/radio"]),
        ]) func `addresses are tried in their order`(_ lists: [String: [String]], _ paths: [String]) throws
    {
        let rig = try Rig(lists)
        defer { rig.stop() }
        rig.open(rig.server.url("/a.m3u"))
        #expect(rig.loop.turn { rig.client.packets > 0 })
        #expect(rig.paths == paths)
        #expect(rig.client.info?.url == rig.server.url("/radio") && rig.client.error == nil)
    }

    @Test(
        arguments: [
            (["/a.m3u": ["/dead"]], "notFound"),
            (["/a.m3u": []], "emptyPlaylist"),
            (["/a.m3u": ["/a.m3u"]], "emptyPlaylist"),
            // A list from the network names a file of this computer. It is refused.
            (["/a.m3u": ["file:///etc/passwd"]], "badAddress"),
            (
                ["/a.m3u": ["/b.m3u"], "/b.m3u": ["/c.m3u"], "/c.m3u": ["/d.m3u"], "/d.m3u": ["/radio"]],
                "protocolViolation"
            ),
        ]) func `what leads nowhere is named`(_ lists: [String: [String]], _ name: String) throws
    {
        let rig = try Rig(lists)
        defer { rig.stop() }
        rig.open(rig.server.url("/a.m3u"))
        // Before the fourth address, the opener waits.
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.client.error != nil }))
        let error = try #require(rig.client.error ?? nil)
        #expect("\(error)".contains(name) || Mirror(reflecting: error).children.first?.label == name, "\(error)")
        #expect(rig.client.info == nil)
    }

    @Test func `after three addresses the others of a list take their time`() throws {
        let rig = try Rig(["/a.m3u": ["/1", "/2", "/3", "/4", "/radio"]])
        defer { rig.stop() }
        rig.open(rig.server.url("/a.m3u"))
        for tried in 4...5 {
            #expect(rig.waits(RetryPolicy.addressDelay))
            rig.loop.pass(RetryPolicy.addressDelay - .milliseconds(1))
            #expect(rig.paths.count == tried)
            rig.loop.pass(.milliseconds(1))
            #expect(rig.loop.turn { rig.paths.count == tried + 1 })
        }
        #expect(rig.loop.turn { rig.client.packets > 0 })
    }

    @Test func `a list is tried up to a maximum`() throws {
        let rig = try Rig(["/a.m3u": (0..<100).map { "/\($0)" }])
        defer { rig.stop() }
        rig.open(rig.server.url("/a.m3u"))
        #expect(rig.loop.turn(passing: .milliseconds(20), untilElsewhere: { rig.client.error != nil }))
        #expect(rig.paths.count == StreamOpener.maximumTries)
    }

    @Test func `an address that does not answer is left in time`() throws {
        let rig = try Rig(["/a.m3u": ["/silent", "/radio"]])
        defer { rig.stop() }
        let timeOut = StreamRequest(url: "").headersTimeout
        rig.open(rig.server.url("/a.m3u"))
        #expect(rig.loop.turn { rig.paths.count == 2 })
        rig.loop.pass(timeOut - .milliseconds(1))
        #expect(rig.paths.count == 2 && rig.client.error == nil)
        rig.loop.pass(.milliseconds(1))
        #expect(rig.loop.turn { rig.client.packets > 0 })
        // The stream plays, so the timeout for its opening does not apply any more.
        rig.loop.pass(timeOut * 2)
        #expect(rig.client.error == nil)
        #expect(rig.loop.turn { rig.server.connectionCount == 1 })
    }

    @Test func `the only address that does not answer is an error`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.open(rig.server.url("/silent"))
        #expect(rig.loop.turn { rig.paths.count == 1 })
        rig.loop.pass(StreamRequest(url: "").headersTimeout)
        guard case .timedOut? = rig.client.error ?? nil else {
            return #expect(Bool(false), "\(String(describing: rig.client.error))")
        }
    }

    @Test func `a list on this machine may name files`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/list.m3u"
        let file = try #require(fopen(path, "w"))
        fputs("\(directory.path)/missing.mp3\n\(Sample.mp3.path)\n", file)
        fclose(file)
        let rig = try Rig()
        defer { rig.stop() }
        rig.open(path)
        #expect(rig.loop.turn { rig.client.error != nil })
        #expect(rig.client.error == .some(nil) && rig.client.packets == Sample.mp3.frames)
    }

    @Test func `nothing is said after a cancel`() throws {
        let rig = try Rig()
        defer { rig.stop() }
        rig.open(rig.server.url("/silent"))
        #expect(rig.loop.turn { rig.paths.count == 1 })
        rig.opener?.cancel()
        rig.loop.pass(.seconds(60))
        #expect(rig.client.error == nil && rig.loop.nextDeadline == nil)
        #expect(rig.loop.turn { rig.server.connectionCount == 0 })
    }
}
