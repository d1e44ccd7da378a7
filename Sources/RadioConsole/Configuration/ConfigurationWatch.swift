import Glibc
import Longwave

/// Watches the settings file with inotify, and reads it again after each change.
///
/// The file may be a symbolic link, and may be created after the watch begins. The watch is used only on the loop's
/// thread.
final class ConfigurationWatch {
    /// How long the watch waits after the last change before it reads the file, because an editor writes a file in
    /// several steps.
    private static let settlingTime = Duration.milliseconds(200)

    private let loop: EventLoop
    private let file: ConfigurationFile
    private let onRead: (ConfigurationFile.Answer) -> Void
    private let worker: BlockingWorker
    private var watches: [String: DirectoryWatch] = [:]
    private var state: LocalFile.State?
    private var settling: LoopTimer?
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
        self.loop = loop
        self.file = file
        self.state = state
        self.onRead = onRead
        worker = BlockingWorker(loop: loop)
        settling = loop.makeTimer { [weak self] in self?.lookAgain() }
        lookAgain()
    }

    deinit { settling?.cancel() }

    /// Reads the settings file now, whether or not it has changed. If the file is already being read, reads it again
    /// afterwards.
    func reload() {
        guard !isReading else { return isChangedMeanwhile = true }
        isReading = true
        state = LocalFile.State(file.path)
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

    private func lookAgain() {
        watch()
        if LocalFile.State(file.path) != state { reload() }
    }

    /// Watches the folder of the settings file and, if the file is a symbolic link, the folder of the link's target. In
    /// place of a missing folder, watches the nearest folder above it that exists.
    private func watch() {
        var wanted = [LocalFile.folder(of: file.path)]
        if let real = realpath(file.path, nil) {
            wanted.append(LocalFile.folder(of: String(cString: real)))
            free(real)
        }
        let folders = Set(wanted.map(Self.nearest))
        watches = watches.filter { folders.contains($0.key) }
        for folder in folders where watches[folder] == nil {
            watches[folder] = DirectoryWatch(loop, path: folder, seesFiles: true) { [weak self] in self?.changed(folder)
            }
        }
    }

    private func changed(_ folder: String) {
        // If the folder was deleted, its watch is ended, because a new folder at the same path needs a new watch.
        if LocalFile.State(folder) == nil { watches[folder] = nil }
        settling?.rearm(after: Self.settlingTime)
    }

    private static func nearest(_ folder: String) -> String {
        var folder = folder
        while folder.count > 1, LocalFile.State(folder) == nil { folder = LocalFile.folder(of: folder) }
        return folder
    }
}
