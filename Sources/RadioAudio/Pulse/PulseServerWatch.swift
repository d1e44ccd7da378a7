import Glibc
import RadioLoop

/// Notices that the sound server may have started again.
///
/// Watches the folder of the server's socket, or the nearest existing folder above it.
final class PulseServerWatch {
    private let loop: EventLoop
    private let socket: String
    private let onChange: () -> Void
    private var directory: DirectoryWatch?

    /// Creates a watch. Returns nil if the socket's path is unknown. `onChange` is called from the loop's inbox.
    init?(loop: EventLoop, server: String?, onChange: @escaping () -> Void) {
        guard let socket = PulseServerAddress.socketPath(server) else { return nil }
        self.loop = loop
        self.socket = socket
        self.onChange = onChange
        look()
    }

    /// Watches the deepest existing folder of the socket's path.
    private func look() {
        var path = socket
        while directory == nil, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            path = String(path[..<slash])
            directory = DirectoryWatch(loop, path: path) { [weak self] in self?.changed() }
        }
    }

    private func changed() {
        loop.post { [weak self] in
            guard let self else { return }
            // The nearest existing folder above the socket is watched. After a change in it, the next folder of the
            // socket's path may exist.
            self.directory = nil
            self.look()
            if access(self.socket, F_OK) == 0 { self.onChange() }
        }
    }
}
