import Glibc
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
}
