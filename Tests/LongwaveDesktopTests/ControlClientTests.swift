import Glibc
import Longwave
import RadioJSON
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct ControlClientTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path + "/control.sock" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func itConnectsOnce() throws {
        let listener = try ControlListener(at: path)
        let client = ControlClient(places: [directory.path + "/missing.sock", path])
        let peer = accept(listener.descriptor, nil, nil)
        defer { close(peer) }
        #expect(client != nil && peer >= 0)
        // The listener's socket does not block.
        #expect(accept(listener.descriptor, nil, nil) == -1 && errno == EAGAIN)
        listener.shutDown()
    }

    /// A server sends a line that never ends. This is not the shared player.
    @Test func aLineWithoutAnEnd() throws {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        let server = try UnixServer(at: path) { UnixServer.sendEndlessly(piece, to: $0) }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .seconds(90)))
        #expect(throws: PlayerCommandError.unreadable) { try client.next(within: .seconds(90)) }
        #expect(throws: PlayerCommandError.unreadable) { try client.next(within: .seconds(90)) }
        #expect(throws: PlayerCommandError.unreadable) { try client.ask("status") }
    }

    /// Instead of a response, the server sends notifications without end.
    @Test func notificationsWithoutEnd() throws {
        let line = Array(#"{"jsonrpc":"2.0","method":"event","params":{"event":"snapshot"}}"#.utf8) + [10]
        let piece = Array([[UInt8]](repeating: line, count: 1000).joined())
        let server = try UnixServer(at: path) { UnixServer.sendEndlessly(piece, to: $0) }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .seconds(90)))
        #expect(throws: PlayerCommandError.unreadable) { try client.ask("status") }
    }

    /// The response arrives so slowly that the client gives up, although bytes arrive all the time.
    @Test func aResponseByteByByte() throws {
        let server = try UnixServer(at: path) { UnixServer.sendEndlessly([0x20], to: $0, every: 1000) }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .milliseconds(500)))
        #expect(throws: PlayerCommandError.silent) { try client.ask("status") }
    }

    @Test func noResponse() throws {
        let server = try UnixServer(at: path) { descriptor in
            var byte: UInt8 = 0
            while read(descriptor, &byte, 1) > 0 {}
        }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .milliseconds(100)))
        #expect(throws: PlayerCommandError.silent) { try client.ask("status") }
    }

    /// The client asks for a long queue in parts.
    @Test(arguments: [0, 1, 999, 1000, 1001, 2500]) func aQueue(_ count: Int) throws {
        let server = try UnixServer(at: path) { descriptor in
            Self.answer(descriptor) { Self.part(of: count, $0) }
        }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .seconds(90)))
        let queue = try client.queue()
        guard case .array(let entries)? = queue["entries"] else { throw PlayerCommandError.unreadable }
        #expect(entries.map(\.number) == (0..<count).map { Double($0) })
        #expect(queue["index"]?.number == 3)
    }

    /// The server's queue never ends.
    @Test func anEndlessQueue() throws {
        let server = try UnixServer(at: path) { descriptor in
            Self.answer(descriptor) { Self.part(of: .max, $0) }
        }
        defer { server.stop() }
        let client = try #require(ControlClient(places: [path], patience: .seconds(90)))
        guard case .array(let entries)? = try client.queue()["entries"] else { throw PlayerCommandError.unreadable }
        #expect(entries.count == 100_000)
    }

    /// Answers the requests of a client until it disconnects.
    private static func answer(_ descriptor: Int32, _ result: (JSONValue) -> JSONNode) {
        var input = LineBuffer()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
            input.append(bytes[..<count])
            while let line = input.next() {
                guard let request = try? JSONReader.read(line), let id = request["id"]?.node else { return }
                let text = ControlLine.answer(.success(result(request["params"] ?? .null)), to: id)
                guard send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else { return }
            }
        }
    }

    /// Returns the part of a queue of `count` entries that the parameters of a request ask for.
    private static func part(of count: Int, _ params: JSONValue) -> JSONNode {
        let (from, size) = (Int(params["from"]?.number ?? 0), Int(params["count"]?.number ?? 0))
        return .members(["index": .int(3), "entries": .array((from..<min(from + size, count)).map { .int(Int64($0)) })])
    }
}
