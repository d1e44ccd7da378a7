import Glibc
import Longwave
import RadioJSON
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveDesktop

@Suite struct ControlLinkTests {
    /// The program at the other end sends responses with ids that no request has. They do not end the link, and the
    /// right response still arrives.
    @Test(arguments: ["1e300", "-1e300", "1e999", "9223372036854775808", "1.5", "null", "\"1\"", "[]", "2"])
    func idsOfAnySize(_ id: String) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/control.sock"
        let listener = try ControlListener(at: path)
        defer { listener.shutDown() }
        let loop = try EventLoop()
        let link = try #require(ControlLink(places: [path], loop: loop))
        var peer: Int32 = -1
        loop.turn(untilElsewhere: {
            if peer < 0 { peer = accept(listener.descriptor, nil, nil) }
            return peer >= 0
        })
        defer { close(peer) }
        var answer: JSONValue?
        link.ask("status") { answer = try? $0.get() }
        let lines = Array("{\"id\":\(id),\"result\":false}\n{\"id\":1,\"result\":true}\n".utf8)
        #expect(send(peer, lines, lines.count, Int32(MSG_NOSIGNAL)) == lines.count)
        loop.turn { answer != nil }
        #expect(answer == .bool(true))
    }

    /// The program at the other end keeps one descriptor at most, until a request takes it or the connection ends.
    @Test func descriptors() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/control.sock"
        let loop = try EventLoop()
        var taken: Int32?
        let server = try ControlServer(loop, at: path, queue: { PlaybackQueue() }) { command, client, answer in
            if command == .quit { taken = client.takeDescriptor() }
            answer(.success(.value(.null)))
        }
        defer { server.shutDown() }
        var link = ControlLink(places: [path], loop: loop)
        /// Sends the writing end of a pipe with a request. Returns the reading end, which ends with the last copy.
        func send(_ method: String) throws -> Int32 {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            // The programs that other tests start do not keep the pipe.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var isAnswered = false
            link?.ask(method, with: ends[1]) { _ in isAnswered = true }
            loop.turn { isAnswered }
            close(ends[1])
            return ends[0]
        }
        func isOver(_ end: Int32) -> Bool {
            var byte: UInt8 = 0
            return read(end, &byte, 1) == 0
        }
        let (first, second) = (try send("status"), try send("status"))
        #expect(loop.turn(untilElsewhere: { isOver(second) }))
        #expect(!isOver(first))
        let third = try send("quit")
        #expect(loop.turn(untilElsewhere: { isOver(third) }))
        #expect(!isOver(first))
        close(try #require(taken))
        #expect(loop.turn(untilElsewhere: { isOver(first) }))
        let fourth = try send("status")
        #expect(!isOver(fourth))
        link = nil
        #expect(loop.turn(untilElsewhere: { isOver(fourth) }))
        for end in [first, second, third, fourth] { close(end) }
    }
}
