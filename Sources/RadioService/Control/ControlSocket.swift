import CLinux
import Glibc
import Longwave

/// The Unix socket that controls the shared player: a file that only its owner may use.
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

    /// Returns a socket that listens at the path. Replaces a socket file that an ended shared player left behind.
    /// - Throws: ``ControlSocketError``.
    package static func listen(at path: String) throws(ControlSocketError) -> Int32 {
        let folder = LocalFile.folder(of: path)
        do throws(UserFolders.Unmade) { try UserFolders.make(folder) } catch {
            throw .unusable(path, "\(error.folder): \(error.reason)")
        }
        let descriptor = try make(path)
        if bind(descriptor, path) != 0 {
            guard errno == EADDRINUSE else { throw failed(path, closing: descriptor) }
            // The socket's file exists. Either a shared player listens there, or an ended one left the file behind.
            if isAlive(path) {
                close(descriptor)
                throw .inUse(path)
            }
            guard unlink(path) == 0, bind(descriptor, path) == 0 else { throw failed(path, closing: descriptor) }
        }
        guard Glibc.listen(descriptor, 64) == 0 else { throw failed(path, closing: descriptor) }
        return descriptor
    }

    /// Connects to the shared player at the first path where one listens. Returns the connected socket; nil if none
    /// listens.
    package static func connect(toFirstOf paths: [String]) -> Int32? {
        for path in paths { if let descriptor = connect(to: path) { return descriptor } }
        return nil
    }

    private static func connect(to path: String) -> Int32? {
        guard let descriptor = try? make(path) else { return nil }
        let result = withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        if result == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Whether the process at the other end of a connection runs as this process's user or as root.
    static func isOwn(_ descriptor: Int32) -> Bool {
        let user = longwave_peer_user(descriptor)
        return user == Int64(geteuid()) || user == 0
    }

    private static func isAlive(_ path: String) -> Bool {
        guard let descriptor = connect(to: path) else { return false }
        close(descriptor)
        return true
    }

    private static func make(_ path: String) throws(ControlSocketError) -> Int32 {
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard path.utf8.count < room else { throw .unusable(path, "it is longer than \(room - 1) bytes") }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .unusable(path, String(cString: strerror(errno))) }
        return descriptor
    }

    /// Binds the socket to its file. The umask lets bind(2) create the file so that only its owner has access.
    private static func bind(_ descriptor: Int32, _ path: String) -> Int32 {
        let mask = umask(0o177)
        defer { umask(mask) }
        return withAddress(path) { Glibc.bind(descriptor, $0, $1) }
    }

    private static func failed(_ path: String, closing descriptor: Int32) -> ControlSocketError {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        return .unusable(path, reason)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
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

/// Why the shared player cannot listen at a socket.
package enum ControlSocketError: Error, Hashable {
    /// A shared player already listens at this path.
    case inUse(String)
    /// The socket at the path (first value) cannot be used, for a reason (second value).
    case unusable(String, String)

    package var sentence: String {
        switch self {
        case .inUse(let path): "The shared player is already running at \(path)."
        case .unusable(let path, let reason): "The socket \(path) cannot be used: \(reason)."
        }
    }
}
