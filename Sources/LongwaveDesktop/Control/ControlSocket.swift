import CLinux
import Glibc
import Longwave
import RadioLoop

/// Where the shared player listens, and how its clients connect to it.
package enum ControlSocket {
    /// Returns the paths where the shared player of the user or of the whole computer may listen, in the order to try
    /// them.
    ///
    /// - Parameter environment: returns the value of an environment variable. `XDG_RUNTIME_DIR` names the user's
    ///   runtime folder. `LONGWAVE_SOCKET`, if set, is the only path.
    package static func places(environment: (String) -> String?) -> [String] {
        if let named = environment("LONGWAVE_SOCKET"), !named.isEmpty { return [named] }
        return [environment("XDG_RUNTIME_DIR").flatMap(own), "/run/longwave/control.sock"].compactMap(\.self)
    }

    /// Returns the path where a shared player creates its socket; nil if no folder for the socket is known.
    ///
    /// The path is `LONGWAVE_SOCKET` if it is set. Otherwise the socket is in the folder that systemd made for the
    /// service, otherwise in the user's runtime folder.
    package static func place(environment: (String) -> String?) -> String? {
        if let named = environment("LONGWAVE_SOCKET"), !named.isEmpty { return named }
        // systemd sets `RUNTIME_DIRECTORY` if the unit has RuntimeDirectory= (systemd.exec(5)). Colons separate several
        // folders.
        if let folder = environment("RUNTIME_DIRECTORY")?.split(separator: ":").first {
            return "\(folder)/control.sock"
        }
        return environment("XDG_RUNTIME_DIR").flatMap(own)
    }

    private static func own(_ runtime: String) -> String? {
        runtime.hasPrefix("/") ? "\(runtime)/longwave/control.sock" : nil
    }

    /// Connects to the shared player at the first path where a shared player of this user or of root listens. For root,
    /// it may be the player of any user. Returns the connected socket; nil if none listens.
    static func connect(toFirstOf paths: [String]) -> Int32? {
        for path in paths {
            guard case .success(let descriptor) = connect(to: path) else { continue }
            // The peer is the process that listens (unix(7), SO_PEERCRED).
            if geteuid() == 0 || isOwn(descriptor) { return descriptor }
            close(descriptor)
        }
        return nil
    }

    /// Connects to the program that listens at the path. Returns the connected socket.
    static func connect(to path: String) -> Result<Int32, LocalFile.Failure> {
        guard let descriptor = try? make(path) else { return .failure(.init(code: EINVAL)) }
        if withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 { return .success(descriptor) }
        defer { close(descriptor) }
        return .failure(.init(code: errno))
    }

    /// Whether the process at the other end of a connection runs as this process's user or as root.
    static func isOwn(_ descriptor: Int32) -> Bool {
        let user = longwave_peer_user(descriptor)
        return user == Int64(geteuid()) || user == 0
    }

    static func make(_ path: String) throws(SharedPlayerError) -> Int32 {
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard path.utf8.count < room else { throw .unusable(path, "it is longer than \(room - 1) bytes") }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .unusable(path, String(cString: strerror(errno))) }
        return descriptor
    }

    static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
