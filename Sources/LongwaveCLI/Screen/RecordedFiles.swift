import Glibc
import LongwaveTerminal
import RadioLoop
import RadioStreams

/// The files of recorded sound, for the page of recordings in the full-screen player.
struct RecordedFiles {
    private static let suffixes = [".mp3", ".mp2", ".aac", ".m4a", ".ogg", ".oga", ".opus", ".flac", ".wav"]
    /// The largest number of files that the page shows.
    private static let maximum = 1000

    private struct File {
        var path: String
        /// The path below the folder.
        var name: String
        var byteCount: Int
        /// When the file was written, in seconds since 1970.
        var time: Int
        /// The length of the sound, once it was read; nil if the file contains none.
        var length: Duration??
    }

    private var files: [File] = []

    /// Finds the sound files in a folder and in its direct subfolders, the newest first. Blocks.
    /// - Parameter known: files found earlier, whose lengths are kept.
    init(in folder: String, known: RecordedFiles = RecordedFiles()) {
        let lengths = Dictionary(known.files.map { ($0.path, $0) }) { first, _ in first }
        for name in LocalFile.names(in: folder) {
            let path = "\(folder)/\(name)"
            add(path, name)
            guard LocalFile.State(path)?.isFolder == true else { continue }
            for inner in LocalFile.names(in: path) { add("\(path)/\(inner)", "\(name)/\(inner)") }
        }
        files = Array(files.sorted { $0.time > $1.time }.prefix(Self.maximum))
        for index in files.indices {
            guard let former = lengths[files[index].path], former.byteCount == files[index].byteCount,
                former.time == files[index].time
            else { continue }
            files[index].length = former.length
        }
    }

    init() {}

    private mutating func add(_ path: String, _ name: String) {
        var status = stat()
        guard Self.suffixes.contains(where: name.lowercased().hasSuffix), stat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return }
        files.append(File(path: path, name: name, byteCount: Int(status.st_size), time: status.st_mtim.tv_sec))
    }

    /// Reads the lengths that are not known yet. Blocks.
    mutating func readLengths() {
        for index in files.indices where files[index].length == nil {
            files[index].length = .some(FileLength.read(files[index].path)?.duration)
        }
    }

    var rows: [RecordingRow] {
        files.map { file in
            let size = Double(file.byteCount)
            let bytes = size < 1e6 ? "\(Int(size / 1e3 + 0.5)) kB" : "\((size / 1e5).rounded() / 10) MB"
            let time = String(WallClock.local(milliseconds: Int64(file.time) * 1000).prefix(16))
            let length = file.length.flatMap { $0.map { PlayerWords.clock($0) } }
            let facts = [length, bytes, time].compactMap(\.self).joined(separator: "  ")
            return RecordingRow(path: file.path, name: file.name, facts: facts)
        }
    }

    /// Deletes a file, and the cue sheet and report beside it if they are about this file. Blocks.
    /// - Returns: The error number; 0 if the file was deleted.
    static func delete(_ path: String) -> Int32 {
        guard unlink(path) == 0 else { return errno }
        guard let sheet = CueSheet.path(of: path), let name = path.split(separator: "/").last else { return 0 }
        for beside in [sheet, sheet.dropLast(3) + "json"] {
            guard let bytes = try? LocalFile.read(beside, maximum: CueSheet.maximumLength) else { continue }
            if String(decoding: bytes, as: UTF8.self).contains("\"\(name)\"") { unlink(beside) }
        }
        return 0
    }
}
