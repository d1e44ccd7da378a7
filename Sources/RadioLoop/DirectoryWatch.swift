import Glibc

/// Tells when something is created in, or moved into, a folder (inotify), or also when its files change. It belongs to the loop's
/// thread.
package final class DirectoryWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private let handler: () -> Void

    /// Nil when the folder does not exist, may not be read, or the system has no watches left.
    /// - Parameters:
    ///   - loop: where `handler` is called.
    ///   - path: the folder.
    ///   - seesFiles: whether files that were written, removed or moved away are told of, too.
    ///   - handler: called once for all that happened since the last turn; it may release the watch.
    package init?(_ loop: EventLoop, path: String, seesFiles: Bool = false, _ handler: @escaping () -> Void) {
        self.handler = handler
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // A socket's access rights are changed once it can be connected to; a folder may go and come back.
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
