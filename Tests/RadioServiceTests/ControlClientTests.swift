import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioService

@Suite struct ControlClientTests {
    @Test func itConnectsOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/control.sock"
        let listener = try ControlSocket.listen(at: path)
        defer { close(listener) }
        let client = ControlClient(places: [directory.path + "/missing.sock", path])
        let peer = accept(listener, nil, nil)
        defer { close(peer) }
        #expect(client != nil && peer >= 0)
        // The socket that `listen(at:)` returns does not block.
        #expect(accept(listener, nil, nil) == -1 && errno == EAGAIN)
    }

    /// A server sends a line that never ends. This is not the shared player, so the connection counts as ended.
    @Test func aLineWithoutAnEnd() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/control.sock"
        let listener = try ControlSocket.listen(at: path)
        defer { close(listener) }
        let client = try #require(ControlClient(places: [path]))
        // The thread sends until the client closes the connection.
        LoopThread.start {
            let peer = accept(listener, nil, nil)
            let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
            while send(peer, piece, piece.count, Int32(MSG_NOSIGNAL)) > 0 {}
            close(peer)
        }
        #expect(throws: ControlError.gone) { try client.next(within: .seconds(90)) }
        #expect(throws: ControlError.gone) { try client.next(within: .seconds(90)) }
    }
}
