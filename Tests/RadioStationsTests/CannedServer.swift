import Glibc
import RadioLoop

/// An HTTP server on a free port of this machine that answers every request with the same bytes and closes the
/// connection when all of a response without length was sent. Without a response it accepts and says nothing.
final class CannedServer {
    let port: UInt16
    private let loop: EventLoop
    private let listener: Int32
    private let response: [UInt8]?
    private var watches: [Int32: DescriptorWatch] = [:]
    private var rest: [Int32: ArraySlice<UInt8>] = [:]

    struct Failure: Error { var code: Int32 }

    init(loop: EventLoop, response: [UInt8]?) throws {
        self.loop = loop
        self.response = response
        listener = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
                    ? 0 : errno
            }
        }
        guard code == 0 else { throw Failure(code: code) }
        port = UInt16(bigEndian: address.sin_port)
        watches[listener] = try loop.watch(listener, for: .readable) { [weak self] _ in self?.accept() }
    }

    deinit {
        for (descriptor, watch) in watches {
            watch.cancel()
            close(descriptor)
        }
    }

    private func accept() {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        watches[client] = try? loop.watch(client, for: .readable) { [weak self] _ in self?.answer(client) }
    }

    private func answer(_ client: Int32) {
        var request = [UInt8](repeating: 0, count: 4096)
        let count = read(client, &request, request.count)
        guard count > 0 else { return end(client) }
        guard let response, rest[client] == nil else { return }
        watches[client]?.cancel()
        rest[client] = response[...]
        watches[client] = try? loop.watch(client, for: [.readable, .writable]) { [weak self] _ in self?.send(client) }
    }

    private func send(_ client: Int32) {
        guard let left = rest[client], !left.isEmpty else { return answer(client) }
        let count = left.withUnsafeBytes { Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL.rawValue)) }
        guard count > 0 else {
            if errno != EAGAIN { end(client) }
            return
        }
        rest[client] = left.dropFirst(count)
        guard count == left.count else { return }
        // A response with a length is held open, so that one that is too short never ends.
        let head = String(decoding: response!.prefix(256), as: UTF8.self)
        if head.contains("Connection: close") { end(client) } else { waitForEnd(client) }
    }

    private func waitForEnd(_ client: Int32) {
        watches[client]?.cancel()
        watches[client] = try? loop.watch(client, for: .readable) { [weak self] _ in self?.answer(client) }
    }

    private func end(_ client: Int32) {
        watches.removeValue(forKey: client)?.cancel()
        rest[client] = nil
        close(client)
    }
}
