import Glibc

package enum UnixSocket {
    /// Returns whether a program accepts connections to the socket at `path`.
    static func answers(_ path: String) -> Bool {
        guard let descriptor = connected(to: path) else { return false }
        close(descriptor)
        return true
    }

    /// Connects to the socket at `path`. Returns the connection's descriptor, or nil if no program accepts the
    /// connection.
    package static func connected(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path), "\(path) is too long for a socket")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
