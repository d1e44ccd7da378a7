/// Reads a file again after each change of it (``FileWatch``), on the loop's worker. Used on the loop's thread only.
package final class WatchedFile<Content: Sendable> {
    private let refused: Content
    private let read: @Sendable () -> Content
    private let onRead: (Content) -> Void
    private let worker: BlockingWorker
    private var watch: FileWatch?
    private var isReading = false
    private var isChangedMeanwhile = false

    /// Starts to watch. The file may be a symbolic link, and may be created after the watch begins.
    /// - Parameters:
    ///   - state: the file's state when it was last read; nil if the file was missing or was not read.
    ///   - refused: the result if the worker does not accept a reading.
    ///   - read: reads the file.
    ///   - onRead: called with the result after each reading of the file.
    package init(
        _ loop: EventLoop, _ path: String, state: LocalFile.State?, refused: Content,
        read: @escaping @Sendable () -> Content, onRead: @escaping (Content) -> Void
    ) {
        (self.refused, self.read, self.onRead) = (refused, read, onRead)
        worker = BlockingWorker(loop: loop)
        watch = FileWatch(loop, [path]) { [weak self] in
            if self?.watch?.takeChanges().isEmpty == false { self?.reload() }
        }
        watch?.takeChanges()
        if LocalFile.State(path) != state { reload() }
    }

    /// Reads the file now, whether or not it has changed. If the file is already being read, reads it again afterwards.
    package func reload() {
        guard !isReading else { return isChangedMeanwhile = true }
        isReading = true
        watch?.takeChanges()
        worker.run(orElse: refused, read) { [weak self] content in
            guard let self else { return }
            isReading = false
            onRead(content)
            guard isChangedMeanwhile else { return }
            isChangedMeanwhile = false
            reload()
        }
    }
}
