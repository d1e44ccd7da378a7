import LongwaveTerminal

/// Notices that another program changed files of the screen's stations (inotify). It belongs to the loop's thread.
final class ListWatch {
    /// Time without further changes after which the watch reports, because an editor writes a file in several steps.
    private static let settlingTime = Duration.milliseconds(200)

    private let loop: EventLoop
    private let onChange: () -> Void
    private var paths: [String] = []
    /// The states of ``paths`` when they were watched last.
    private var states: [[LocalFile.State?]] = []
    /// By folder, because a file may be replaced by another.
    private var watches: [String: DirectoryWatch] = [:]
    private var settling: LoopTimer?

    /// - Parameter onChange: called on the loop. It is expected to read the files and to watch them again.
    init(_ loop: EventLoop, onChange: @escaping () -> Void) {
        self.loop = loop
        self.onChange = onChange
        settling = loop.makeTimer { [weak self] in self?.lookAgain() }
    }

    deinit { settling?.cancel() }

    /// Watches files and folders from now on, and no others. Call it before they are read, so that no change is missed.
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

    /// Makes the present states the known ones, after the screen itself changed the files.
    func acknowledge() { states = paths.map(Self.state) }

    private func changed(_ folder: String) {
        // Another folder may be in its place.
        if LocalFile.State(folder) == nil { watches[folder] = nil }
        settling?.rearm(after: Self.settlingTime)
    }

    private func lookAgain() {
        watchFolders()
        if paths.map(Self.state) != states { onChange() }
    }

    /// The path itself if it is a folder, else the nearest folder above it that exists.
    private static func folder(_ path: String) -> String {
        var path = path
        while path.count > 1, LocalFile.State(path)?.isFolder != true { path = LocalFile.folder(of: path) }
        return path
    }

    /// The state of a file, of SQLite's log beside it, and of the files in it if it is a folder.
    private static func state(_ path: String) -> [LocalFile.State?] {
        var files = [path, path + "-wal"]
        if LocalFile.State(path)?.isFolder == true { files += LocalFile.names(in: path).map { path + "/" + $0 } }
        return files.map(LocalFile.State.init)
    }
}
