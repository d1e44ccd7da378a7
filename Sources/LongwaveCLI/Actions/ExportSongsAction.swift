import Glibc
import Longwave

/// The command `longwave songs export`: writes tracks of the title database to a file.
struct ExportSongsAction {
    let query: SongQuery
    /// The file to write; `-` is standard output.
    let path: String
    /// The path of the title database; nil for the path in the configuration, or the default path.
    let database: String?
    let settings: PrintSettings

    init(query: SongQuery, path: String, database: String?, settings: PrintSettings) {
        self.query = query
        self.path = path
        self.database = database
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(export) }

    /// Writes the tracks that match the query, the oldest first. Collects about 64 KiB of text before each write.
    private func export(_ output: ReportOutput) throws(CommandFailure) {
        let history = try TitleDatabase.open(database)
        let chosen = settings.format ?? (LogFormat(path: path) == .csv ? .csv : .json)
        let isCSV = chosen != .json
        let descriptor = path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        var pending = isCSV ? SongPrinter.columns.joined(separator: ",") + "\r\n" : ""
        var isGone = false
        var count = 0
        func flush() {
            if !isGone, !OutputSink.writeAll(descriptor, pending) { isGone = true }
            pending = ""
        }
        try TitleDatabase.reading { () throws(StorageError) in
            try history.tracks(query, oldestFirst: true) { played in
                count += 1
                pending += isCSV ? SongPrinter.csv(played, chosen) + "\r\n" : SongJSON.json(played).text() + "\n"
                if pending.utf8.count > 1 << 16 { flush() }
                return !isGone
            }
        }
        flush()
        guard path != "-" else { return }
        if isGone || fsync(descriptor) != 0 && errno != EINVAL { throw Self.unwritable(path) }
        close(descriptor)
        if !settings.isQuiet { CommandNotes().done("\(path): \(count.counted("track"))") }
    }

    private static func unwritable(_ path: String) -> CommandFailure {
        CommandFailure(code: .cannotWrite, sentence: "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
