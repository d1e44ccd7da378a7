import Glibc

/// Reports that a file or folder was created in a folder, was moved into it, or got other access rights. Uses inotify.
///
/// The watch also reports that the folder itself was removed or moved. With `seesFiles`, it reports files that were
/// written, removed or moved away, too. A watch belongs to the loop's thread.
package final class DirectoryWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private let handler: () -> Void

    /// Starts to watch a folder. Returns nil if the folder does not exist or is not readable, or if no inotify watch is
    /// left.
    /// - Parameters:
    ///   - loop: The loop that calls `handler`.
    ///   - path: The folder.
    ///   - seesFiles: True to also report that files were written, removed or moved away.
    ///   - handler: Called once for all changes since the last turn. The handler may release the watch.
    package init?(_ loop: EventLoop, path: String, seesFiles: Bool = false, _ handler: @escaping () -> Void) {
        self.handler = handler
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // IN_ATTRIB: a server may change the access rights of its socket when it starts to accept connections.
        // IN_DELETE_SELF and IN_MOVE_SELF: the folder itself may disappear and come back.
        var mask = IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
        if seesFiles { mask |= IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM }
        guard inotify_add_watch(descriptor, path, UInt32(mask)) >= 0 else {
            close(descriptor)
            return nil
        }
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.drain() }
        if watch == nil {
            close(descriptor)
            return nil
        }
    }

    deinit {
        watch?.cancel()
        if watch != nil { close(descriptor) }
    }

    private func drain() {
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &events, events.count) > 0 {}
        handler()
    }
}
