import Glibc
import TestSupport

/// The socket that a service manager such as systemd names in the environment variable `NOTIFY_SOCKET`.
final class NotifySocket: Sendable {
    let path: String
    private let descriptor: Int32

    init(in directory: TemporaryDirectory) throws {
        path = directory.path + "/notify"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0)
    }

    deinit { close(descriptor) }

    /// Returns the messages that have arrived since the last call.
    func messages() -> [String] {
        var found: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return found }
            found.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }
}
