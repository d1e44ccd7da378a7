import LongwaveTerminal

/// Detects with inotify that another program has changed the files from which the full-screen player reads stations.
/// The watch is used only on the loop's thread.
final class ListWatch {
    /// How long the files must stay unchanged before a change is reported, because an editor writes a file in several
    /// steps.
    private static let settlingTime = Duration.milliseconds(200)

    private let loop: EventLoop
    private let onChange: () -> Void
    private var paths: [String] = []
    /// The states that the files and folders at ``paths`` had when they were last read, in the order of ``paths``.
    private var states: [[LocalFile.State?]] = []
    /// The inotify watches by the path of the watched folder. Folders are watched, because a watch of a file would not
    /// see that the file is replaced.
    private var watches: [String: DirectoryWatch] = [:]
    private var settling: LoopTimer?

    /// - Parameter onChange: called on the loop after a change of a watched file. It must call ``watch(_:)`` and then
    ///   read the files again.
    init(_ loop: EventLoop, onChange: @escaping () -> Void) {
        self.loop = loop
        self.onChange = onChange
        settling = loop.makeTimer { [weak self] in self?.lookAgain() }
    }

    deinit { settling?.cancel() }

    /// Watches these files and folders instead of those of the previous call. Call this method before the files are
    /// read, so that no change is missed.
    func watch(_ paths: [String]) {
        self.paths = paths
        states = paths.map(Self.state)
        watchFolders()
    }

    private func watchFolders() {
        let folders = Set(paths.map(Self.folder))
        watches = watches.filter { folders.contains($0.key) }
        for folder in folders where watches[folder] == nil {
            watches[folder] = DirectoryWatch(loop, path: folder, seesFiles: true) { [weak self] in self?.changed(folder)
            }
        }
    }

    /// Ignores all changes up to now, because this program itself has made them.
    func acknowledge() { states = paths.map(Self.state) }

    private func changed(_ folder: String) {
        // If the folder was deleted, its watch is ended, because a new folder at the same path needs a new watch.
        if LocalFile.State(folder) == nil { watches[folder] = nil }
        settling?.rearm(after: Self.settlingTime)
    }

    private func lookAgain() {
        watchFolders()
        if paths.map(Self.state) != states { onChange() }
    }

    /// Returns the path itself if it is a folder, otherwise the nearest existing folder above it.
    private static func folder(_ path: String) -> String {
        var path = path
        while path.count > 1, LocalFile.State(path)?.isFolder != true { path = LocalFile.folder(of: path) }
        return path
    }

    /// Returns the states of the file or folder at a path, of SQLite's write-ahead log for that file, and of the files
    /// in that folder.
    private static func state(_ path: String) -> [LocalFile.State?] {
        var files = [path, path + "-wal"]
        if LocalFile.State(path)?.isFolder == true { files += LocalFile.names(in: path).map { path + "/" + $0 } }
        return files.map(LocalFile.State.init)
    }
}
