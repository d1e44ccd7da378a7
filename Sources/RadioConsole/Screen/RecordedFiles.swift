import Glibc
import LongwaveTerminal

/// The files of recorded sound, for the page of recordings in the full-screen player.
enum RecordedFiles {
    private static let suffixes = [".mp3", ".mp2", ".aac", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".wav"]
    /// The largest number of files that the page shows.
    private static let maximum = 1000

    /// Returns the sound files in a folder and in its direct subfolders, the newest first.
    ///
    /// The method reads the disk and therefore blocks, so it is called on a worker thread.
    static func read(_ folder: String) -> [RecordingRow] {
        var found: [(row: RecordingRow, time: Int)] = []
        for name in LocalFile.names(in: folder) {
            let path = "\(folder)/\(name)"
            if let row = row(path, name) { found.append(row) }
            guard LocalFile.State(path)?.isFolder == true else { continue }
            for inner in LocalFile.names(in: path) {
                if let row = row("\(path)/\(inner)", "\(name)/\(inner)") { found.append(row) }
            }
        }
        return found.sorted { $0.time > $1.time }.prefix(maximum).map(\.row)
    }

    private static func row(_ path: String, _ name: String) -> (row: RecordingRow, time: Int)? {
        var status = stat()
        guard suffixes.contains(where: name.lowercased().hasSuffix), stat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        let size = Double(status.st_size)
        let bytes = size < 1e6 ? "\(Int(size / 1e3 + 0.5)) kB" : "\((size / 1e5).rounded() / 10) MB"
        let time = WallClock.local(milliseconds: Int64(status.st_mtim.tv_sec) * 1000).prefix(16)
        return (RecordingRow(path: path, name: name, facts: "\(bytes)  \(time)"), status.st_mtim.tv_sec)
    }
}
