import Glibc
import Longwave
import RadioJSON
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

/// The shared player's socket, with clients that read slowly or send half requests.
@Suite struct ControlServerTests {
    /// A server whose commands do nothing, with a queue.
    private final class Rig {
        let directory: TemporaryDirectory
        let loop: EventLoop
        let server: ControlServer
        private let queue: Box

        private final class Box { var queue = PlaybackQueue() }

        init(_ count: Int = 0) throws {
            directory = try TemporaryDirectory()
            loop = try EventLoop.byHand()
            let box = Box()
            queue = box
            server = try ControlServer(loop, at: directory.path + "/control.sock", queue: { box.queue }) {
                command, _, answer in answer(.success(command == .status ? .value(.string("status")) : .queue))
            }
            fill(count)
        }

        deinit { server.shutDown() }

        /// Replaces the queue.
        func fill(_ count: Int) {
            queue.queue = PlaybackQueue(
                (0..<count).map {
                    PlaybackItem(Station(name: "Station \($0)", urls: ["http://radio.test/\($0)/stream"]))
                })
        }

        func client() throws -> Client { try Client(directory.path + "/control.sock") }

        /// Runs the loop until the condition holds.
        func turn(_ condition: () -> Bool) -> Bool { loop.turn(untilElsewhere: condition) }
    }

    private final class Client {
        private let descriptor: Int32
        private(set) var isOpen = true
        private var input = LineBuffer()

        init(_ path: String) throws { descriptor = try ControlSocket.connect(to: path).get() }

        deinit { close(descriptor) }

        /// Sends as much of the bytes as the server accepts now, and returns the rest.
        func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno != EAGAIN { isOpen = false }
            return bytes.dropFirst(max(count, 0))
        }

        func ask(_ method: String, _ params: String = "{}", id: Int = 1) {
            let text = "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(params)}\n"
            #expect(send(Array(text.utf8)[...]).isEmpty)
        }

        /// Returns the next line as JSON; nil if the server has not sent it yet.
        func line() -> JSONValue? {
            if let line = input.next() { return try? JSONReader.read(line) }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 { input.append(bytes[..<count]) }
            if count == 0 || count < 0 && errno != EAGAIN { isOpen = false }
            return input.next().flatMap { try? JSONReader.read($0) }
        }
    }

    private static func names(_ answer: JSONValue?) -> [String]? {
        guard case .array(let entries)? = answer?["result"]?["entries"] else { return nil }
        return entries.compactMap { $0["name"]?.string }
    }

    /// The queue is several times longer than a client may leave unread. It arrives whole, as it was when its first
    /// part was sent, also if the client waits and the queue changes meanwhile. The next response follows.
    @Test(arguments: ["queue.list", "shuffle", "queue.clear"]) func aLongQueue(_ method: String) throws {
        let rig = try Rig(30_000)
        let client = try rig.client()
        client.ask(method)
        client.ask("status", id: 2)
        // The client reads nothing while the server writes as much as the socket accepts.
        rig.loop.turn(for: .milliseconds(200))
        rig.fill(3)
        var lines: [JSONValue] = []
        #expect(
            rig.turn {
                if let line = client.line() { lines.append(line) }
                return lines.count == 2 || !client.isOpen
            })
        #expect(Self.names(lines.first) == (0..<30_000).map { "Station \($0)" })
        #expect(lines.last?["id"]?.number == 2 && lines.last?["result"]?.string == "status")
    }

    @Test(arguments: [
        ("{}", 0..<5), (#"{"from":2}"#, 2..<5), (#"{"count":2}"#, 0..<2), (#"{"from":1,"count":3}"#, 1..<4),
        (#"{"from":4,"count":3}"#, 4..<5), (#"{"from":5}"#, 5..<5), (#"{"from":100000,"count":100000}"#, 5..<5),
        (#"{"count":0}"#, 0..<0),
    ])
    func parts(_ params: String, _ places: Range<Int>) throws {
        let rig = try Rig(5)
        let client = try rig.client()
        client.ask("queue.list", params)
        var line: JSONValue?
        #expect(
            rig.turn {
                line = client.line()
                return line != nil
            })
        #expect(Self.names(line) == places.map { "Station \($0)" })
        #expect(line?["result"]?["count"]?.number == 5)
    }

    /// Six clients send 8 MB of a request each. Those with the most are disconnected, and another client's request is
    /// answered.
    @Test func halfRequests() throws {
        let rig = try Rig()
        let half = [UInt8](repeating: UInt8(ascii: " "), count: 8_000_000)
        var clients: [(client: Client, rest: ArraySlice<UInt8>)] = []
        for _ in 0..<6 { clients.append((try rig.client(), half[...])) }
        #expect(
            rig.turn {
                for index in clients.indices where clients[index].client.isOpen && !clients[index].rest.isEmpty {
                    clients[index].rest = clients[index].client.send(clients[index].rest)
                }
                return clients.allSatisfy { !$0.client.isOpen || $0.rest.isEmpty }
            })
        let good = try rig.client()
        good.ask("status")
        #expect(rig.turn { good.line() != nil })
        #expect(clients.count { $0.client.isOpen } == 4)
        let refused = clients.filter { !$0.client.isOpen }
        #expect(refused.allSatisfy { $0.client.line()?["error"]?["data"]?["kind"]?.string == "tooLong" })
    }

    /// Six clients ask for a long queue and do not read the response. Each would keep a copy of the queue in memory, so
    /// the first two are disconnected.
    @Test func queuesThatNobodyReads() throws {
        let rig = try Rig(30_000)
        let clients = try (0..<6).map { _ in try rig.client() }
        for client in clients {
            client.ask("queue.list")
            // The server has accepted the client and written as much as the socket accepts.
            rig.loop.turn(for: .milliseconds(50))
        }
        #expect(
            rig.turn {
                for client in clients.prefix(2) { _ = client.line() }
                return clients.prefix(2).allSatisfy { !$0.isOpen }
            })
        for client in clients.suffix(4) {
            #expect(rig.turn { Self.names(client.line())?.count == 30_000 || !client.isOpen })
            #expect(client.isOpen)
        }
    }
}
