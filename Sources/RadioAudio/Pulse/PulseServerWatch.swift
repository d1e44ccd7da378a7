import Glibc
import RadioLoop

/// Notices that the sound server may be back: something happened in the folder of its socket, or in the nearest folder above
/// that exists.
final class PulseServerWatch {
    private let loop: EventLoop
    private let socket: String
    private let onChange: () -> Void
    private var directory: DirectoryWatch?

    /// Nil when the socket's place is not known. `onChange` comes from the loop's inbox.
    init?(loop: EventLoop, server: String?, onChange: @escaping () -> Void) {
        guard let socket = PulseServerAddress.socketPath(server) else { return nil }
        self.loop = loop
        self.socket = socket
        self.onChange = onChange
        look()
    }

    /// Watches the deepest folder of the path that exists now.
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
            // A folder may have come that is nearer.
            self.directory = nil
            self.look()
            if access(self.socket, F_OK) == 0 { self.onChange() }
        }
    }
}
