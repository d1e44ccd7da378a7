import Glibc

/// A listening Unix socket. Programs can connect to it, but no server answers.
final class UnixListener {
    let descriptor: Int32

    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard descriptor >= 0, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(descriptor, 8) == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Accepts the next connection and closes it.
    func refuse() {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 { close(connection) }
    }
}
