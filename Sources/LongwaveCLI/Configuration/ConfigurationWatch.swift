import Longwave
import RadioLoop

/// Watches the settings file with inotify, and reads it again after each change.
///
/// The file may be a symbolic link, and may be created after the watch begins. The watch is used only on the loop's
/// thread.
final class ConfigurationWatch {
    private let file: ConfigurationFile
    private let onRead: (ConfigurationFile.Answer) -> Void
    private let worker: BlockingWorker
    private var watch: FileWatch?
    private var isReading = false
    private var isChangedMeanwhile = false

    /// Starts to watch.
    /// - Parameters:
    ///   - state: the file's state when it was last read; nil if the file was missing.
    ///   - onRead: called with the result after each reading of the file.
    init(
        _ loop: EventLoop, _ file: ConfigurationFile, state: LocalFile.State?,
        onRead: @escaping (ConfigurationFile.Answer) -> Void
    ) {
        self.file = file
        self.onRead = onRead
        worker = BlockingWorker(loop: loop)
        watch = FileWatch(loop, [file.path]) { [weak self] in
            if self?.watch?.takeChanges().isEmpty == false { self?.reload() }
        }
        watch?.takeChanges()
        if LocalFile.State(file.path) != state { reload() }
    }

    /// Reads the settings file now, whether or not it has changed. If the file is already being read, reads it again
    /// afterwards.
    func reload() {
        guard !isReading else { return isChangedMeanwhile = true }
        isReading = true
        watch?.takeChanges()
        let refused = ConfigurationFile.Answer.refused([.init(line: 0, "it cannot be read: \(BlockingWorker.refusal)")])
        worker.run(orElse: refused) { [file] in
            file.read()
        } then: { [weak self] answer in
            guard let self else { return }
            self.isReading = false
            self.onRead(answer)
            guard self.isChangedMeanwhile else { return }
            self.isChangedMeanwhile = false
            self.reload()
        }
    }
}
