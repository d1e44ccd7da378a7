import Glibc

/// Notices that files or folders are changed, created, replaced or removed, also by other programs. Uses inotify.
///
/// The paths may be symbolic links, and need not exist yet. A watch belongs to the loop's thread.
package final class FileWatch {
    /// How long nothing must change before a change of files is reported, because an editor writes a file in several
    /// steps.
    private static let settlingTime = Duration.milliseconds(200)

    private let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    private let isSocket: Bool
    private let handler: () -> Void
    private var watch: DescriptorWatch?
    private var timer: LoopTimer?
    /// inotify's numbers of the watched folders.
    private var folders: Set<Int32> = []
    /// By path, the states of what is at the path, and of the files in it if it is a folder, at the last call of
    /// ``takeChanges()``.
    private var states: [String: [LocalFile.State?]] = [:]
    /// The files and folders to watch.
    package var paths: [String] { didSet { look() } }

    /// Starts to watch. If the system provides no inotify watch, nothing is reported.
    /// - Parameters:
    ///   - loop: The loop that calls `handler`.
    ///   - isSocket: True for sockets: the watch then reports at once, and only what is created, moved to the folder, or
    ///     gets other access rights.
    ///   - handler: Called after events in the folders of the paths, which may concern other files. It may release the
    ///     watch.
    package init(
        _ loop: EventLoop, _ paths: [String] = [], isSocket: Bool = false, _ handler: @escaping () -> Void
    ) {
        self.paths = paths
        self.isSocket = isSocket
        self.handler = handler
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.drain() }
        timer = loop.makeTimer { [weak self] in
            self?.look()
            self?.handler()
        }
        look()
    }

    deinit {
        timer?.cancel()
        watch?.cancel()
        close(descriptor)
    }

    /// Returns the paths at which something has changed since the last call, or was never looked at. Call this method
    /// before the files are read, so that no change is missed.
    @discardableResult package func takeChanges() -> [String] {
        paths.filter { path in
            var files = [path]
            if LocalFile.State(path)?.isFolder == true { files += LocalFile.names(in: path).map { "\(path)/\($0)" } }
            let now = files.map(LocalFile.State.init)
            defer { states[path] = now }
            return states[path] != now
        }
    }

    /// Watches the folders of the paths and of the files that symbolic links lead to, because a watch of a file is lost
    /// when another file replaces it. In place of a missing folder, watches the nearest folder above it that exists.
    private func look() {
        let new = Set(paths.flatMap { [$0, LocalFile.resolved($0)] }.map(watchFolder))
        for old in folders.subtracting(new) { inotify_rm_watch(descriptor, old) }
        folders = new
    }

    /// Watches the path if it is a readable folder, otherwise the nearest one above it. Returns inotify's number, which
    /// stays the same for the same folder; -1 on failure.
    private func watchFolder(_ path: String) -> Int32 {
        // IN_ATTRIB: a server may change the access rights of its socket when it starts to accept connections.
        // IN_DELETE_SELF and IN_MOVE_SELF: the folder itself may disappear and come back.
        let appearance = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        let events = isSocket ? appearance : appearance | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM
        let number = inotify_add_watch(descriptor, path, UInt32(events | IN_ONLYDIR))
        return number >= 0 || path.count <= 1 ? number : watchFolder(LocalFile.folder(of: path))
    }

    private func drain() {
        var events = [UInt8](repeating: 0, count: 4096)
        var isChanged = false
        while case let count = read(descriptor, &events, events.count), count > 0 {
            var next = 0
            while next < count {
                let event = events.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: next, as: inotify_event.self) }
                next += MemoryLayout<inotify_event>.size + Int(event.len)
                // IN_IGNORED only confirms that a folder is not watched any more.
                if event.mask & UInt32(IN_IGNORED) == 0 { isChanged = true }
            }
        }
        if isChanged { timer?.rearm(after: isSocket ? .zero : Self.settlingTime) }
    }
}
