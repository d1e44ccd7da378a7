import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioWeb

/// The server alone, whose clients behave badly.
@Suite struct HTTPServerTests {
    /// A server on a loop whose time is set by hand, and the requests that it got.
    private final class Rig {
        let loop: EventLoop
        let port: UInt16
        private(set) var server: HTTPServer!
        private(set) var requests: [HTTPRequest] = []
        var respond: (HTTPRequest) -> HTTPResponse = { _ in .text(200, "hello") }

        init() throws {
            loop = try EventLoop.byHand()
            let socket = try ListenAddress(port: 0).listen()
            port = socket.port
            server = try HTTPServer(loop, socket.descriptor) { [weak self] request, answer in
                guard let self else { return }
                requests.append(request)
                answer(respond(request))
            }
        }

        deinit { server.stop() }

        /// Lets the server work until the condition holds.
        func wait(until condition: () -> Bool) -> Bool { loop.turn(untilElsewhere: condition) }

        /// Reads until the text ends so or the server closes the connection.
        func read(_ client: LoopbackClient, until end: String) -> String {
            var text = ""
            _ = wait {
                text += String(decoding: client.receiveAvailable(), as: UTF8.self)
                return text.hasSuffix(end)
            }
            return text
        }
    }

    @Test func requestsOfOneConnection() throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        for number in 1...3 {
            client.send("GET /a%20b?x=%C3%A9&y HTTP/1.1\r\nHost: a\r\nX-Test: \(number)\r\n\r\n")
            #expect(rig.read(client, until: "hello").hasPrefix("HTTP/1.1 200"))
        }
        #expect(rig.requests.map { $0.headers["x-test"] } == ["1", "2", "3"])
        #expect(rig.requests[0].path == "/a b" && rig.requests[0].query == ["x": "é", "y": ""])
        #expect(rig.requests[0].client == "127.0.0.1" && rig.requests[0].server == "127.0.0.1")
        #expect(rig.server.connectionCount == 1)
    }

    @Test func aBody() throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
        #expect(rig.wait { rig.server.connectionCount == 1 })
        client.send("def")
        _ = rig.read(client, until: "hello")
        #expect(rig.requests.first?.body == Array("abcdef".utf8))
    }

    /// A client that sends its request slowly does not keep its connection.
    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX-",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nabc",
    ])
    func slowClients(_ start: String) throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        client.send(start)
        #expect(rig.wait { rig.server.connectionCount == 1 })
        // Each byte in time is not enough.
        for _ in 0..<8 {
            rig.loop.pass(HTTPServer.Limit.request / 6)
            client.send("a")
        }
        #expect(rig.wait { rig.server.connectionCount == 0 })
        #expect(rig.requests.isEmpty)
    }

    @Test func unusedConnectionsAreClosed() throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = rig.read(client, until: "hello")
        rig.loop.pass(HTTPServer.Limit.request + .seconds(2))
        #expect(rig.wait { rig.server.connectionCount == 0 })
    }

    /// Headers without end are refused after 16 KiB.
    @Test func endlessHeaders() throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n")
        let line = "X-Long: " + String(repeating: "a", count: 1000) + "\r\n"
        var sent = 0
        #expect(
            rig.wait {
                if sent < 100 << 20, client.send(line) { sent += line.utf8.count }
                return rig.server.connectionCount == 0
            })
        #expect(sent < 1 << 20 && rig.requests.isEmpty)
    }

    @Test func endlessBodies() throws {
        let rig = try Rig()
        let client = try LoopbackClient(port: rig.port)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "400\r\n" + String(repeating: "a", count: 1024) + "\r\n"
        var sent = 0
        #expect(
            rig.wait {
                if sent < 100 << 20, client.send(chunk) { sent += 1024 }
                return rig.server.connectionCount == 0
            })
        #expect(sent < 4 << 20 && rig.requests.isEmpty)
    }

    @Test(arguments: [true, false]) func longBodies(_ isTaken: Bool) throws {
        let rig = try Rig()
        rig.server.takesBody = { _ in isTaken }
        let client = try LoopbackClient(port: rig.port)
        let body = String(repeating: "a", count: HTTPServer.Limit.body + 1)
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
        for start in stride(from: 0, to: body.utf8.count, by: 4096) {
            client.send(String(body.dropFirst(start).prefix(4096)))
            rig.loop.settle()
        }
        let answer = rig.read(client, until: isTaken ? "}" : "hello")
        #expect(answer.hasPrefix("HTTP/1.1 \(isTaken ? 413 : 200)"))
        #expect(rig.requests.map(\.body) == (isTaken ? [] : [[]]))
    }

    @Test func manyConnectionsOfOneAddress() throws {
        let rig = try Rig()
        let clients = try (0..<HTTPServer.Limit.perAddress + 20).map { _ in
            rig.loop.settle()
            return try LoopbackClient(port: rig.port)
        }
        #expect(rig.wait { rig.server.connectionCount == HTTPServer.Limit.perAddress })
        rig.loop.pass(.seconds(1))
        #expect(rig.server.connectionCount == HTTPServer.Limit.perAddress)
        withExtendedLifetime(clients) {}
    }

    /// Brings only what the test adds.
    private final class Source: HTTPSource {
        var onMore: () -> Void = {}
        let isPlain: Bool
        var text: String? = ""
        private(set) var reads = 0

        init(isPlain: Bool = false) { self.isPlain = isPlain }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
            reads += 1
            guard let now = text else { return nil }
            text = ""
            buffer.copyBytes(from: now.utf8.prefix(buffer.count))
            return now.utf8.count
        }

        func add(_ more: String?) {
            text = more
            onMore()
        }
    }

    /// A source without bytes is not read again and again, and its connection costs no wake-up.
    @Test(arguments: [false, true]) func sourcesThatWait(_ isPlain: Bool) throws {
        let rig = try Rig()
        let source = Source(isPlain: isPlain)
        rig.respond = { _ in HTTPResponse(200, type: "text/plain", .source(source)) }
        let client = try LoopbackClient(port: rig.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(rig.wait { source.reads == 1 })
        for _ in 0..<100 { rig.loop.pass(.seconds(1)) }
        #expect(source.reads == 1 && rig.server.connectionCount == 1)
        source.add("one")
        let first = rig.read(client, until: isPlain ? "one" : "one\r\n")
        #expect(first.contains("Transfer-Encoding: chunked") != isPlain)
        source.add("two")
        _ = rig.read(client, until: isPlain ? "two" : "two\r\n")
        source.add(nil)
        if isPlain {
            #expect(rig.wait { rig.server.connectionCount == 0 })
        } else {
            #expect(rig.read(client, until: "0\r\n\r\n") == "0\r\n\r\n")
        }
    }

    /// The server ends although answers wait and clients are connected.
    @Test func theEndWithOpenAnswers() throws {
        let rig = try Rig()
        let source = Source()
        rig.respond = { _ in HTTPResponse(200, type: "text/plain", .source(source)) }
        let client = try LoopbackClient(port: rig.port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(rig.wait { source.reads == 1 })
        rig.server.stop()
        while !client.receive().isEmpty {}
        source.add("late")
        rig.server.stop()
    }

    @Test func filesAndPartsOfThem() throws {
        let rig = try Rig()
        let folder = try TemporaryDirectory()
        try TextFile.write("0123456789", to: folder.path + "/a.mp3")
        rig.respond = { request in
            guard let file = RecordingFiles.open("a.mp3", in: folder.path) else { return .text(404, "") }
            return RecordingFiles.response(file, type: "audio/mpeg", range: request.headers["range"])
        }
        let client = try LoopbackClient(port: rig.port)
        for (range, status, body) in [
            ("", 200, "0123456789"), ("bytes=2-4", 206, "234"), ("bytes=-3", 206, "789"), ("bytes=8-99", 206, "89"),
            ("bytes=4-2", 200, "0123456789"), ("lines=1-2", 200, "0123456789"), ("bytes=0-1,3-4", 200, "0123456789"),
        ] {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nRange: \(range)\r\n\r\n")
            let text = rig.read(client, until: "\r\n\r\n" + body)
            #expect(text.hasPrefix("HTTP/1.1 \(status)"), "\(range)")
        }
        client.send("GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=10-\r\n\r\n")
        #expect(rig.read(client, until: "\r\n\r\n").contains("Content-Range: bytes */10"))
    }
}
