import ArgumentParser
import Glibc
import Longwave

struct SongsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "Ask what stations played: what log and play wrote down.",
        discussion: "Without a subcommand: longwave songs list.",
        subcommands: [ListSongs.self, ExportSongs.self], defaultSubcommand: ListSongs.self)
}

struct ListSongs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "What was played last, what most, or how much of each station.",
        discussion: """
            Every word must begin a word of artist or title. A table on a terminal, tsv elsewhere. Fields: \(Documents.path("LOG.md")).
            """)

    @Argument(help: ArgumentHelp("What artist and title must have.", valueName: "words"))
    var words: [String] = []

    @Option(name: .long, help: ArgumentHelp("The songs that were played most, so many of them.", valueName: "number"))
    var top: Int?

    @Flag(name: .long, help: "Each station with how much of it there is.")
    var perStation = false

    @Option(name: .long, help: ArgumentHelp("So many of what was played last; 0: all.", valueName: "number"))
    var limit = 50

    @OptionGroup(title: "Which") var which: SongOptions
    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if let top, top <= 0 { throw ValidationError("--top wants a number above 0.") }
        if limit < 0 { throw ValidationError("--limit wants a number, or 0 for all.") }
        if top != nil, perStation { throw ValidationError("--top and --per-station contradict.") }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        do throws(CommandFailure) {
            let history = try TitleHistory.open(try titles.path(environment: Environment.folders, makesFolder: false))
            try CommandFailure.ofTitles { () throws(StorageError) in
                if let document = try counts(history) {
                    if !format.quiet { output.list { document.text($0, charset: output.charset, width: $1) } }
                } else {
                    try print(history, output)
                }
            }
            if let note = try KeptSince(history, which)?.note, !format.quiet { output.say(note) }
        } catch { throw output.fail(error) }
    }

    /// Nil where tracks are wanted.
    private func counts(_ history: TitleHistory) throws(StorageError) -> ListDocument? {
        if let top { return SongPrinter.document(try history.most(which.query(words, limit: top))) }
        if perStation { return SongPrinter.document(try history.stations(which.query(words, limit: nil))) }
        return nil
    }

    private func print(_ history: TitleHistory, _ output: ReportOutput) throws(StorageError) {
        guard !format.quiet else { return }
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        var stream = SongStream(
            format.chosen ?? (isTerminal ? .table : .tsv), charset: output.charset,
            width: isTerminal ? Terminal().width : nil
        ) { OutputSink.writeAll(STDOUT_FILENO, $0) }
        try history.tracks(which.query(words, limit: limit == 0 ? nil : limit)) { stream.take($0) }
        stream.end()
    }
}

struct ExportSongs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write everything that is known of what was played, the oldest first.",
        discussion: """
            JSON Lines unless --format csv or the file's name says otherwise. Fields: \(Documents.path("LOG.md")).
            """)

    @Argument(help: ArgumentHelp("What artist and title must have.", valueName: "words"))
    var words: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("The file to write; - is standard output.", valueName: "file.jsonl|file.csv|-"),
        completion: .file(extensions: ["jsonl", "csv"]))
    var to = "-"

    @OptionGroup(title: "Which") var which: SongOptions
    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        switch format.chosen {
        case .json, .csv, .csvRaw, nil: break
        case .table, .tsv: throw ValidationError("export writes json or csv.")
        }
    }

    func run() throws {
        let output = ReportOutput(format: format)
        do throws(CommandFailure) { try export() } catch { throw output.fail(error) }
    }

    private func export() throws(CommandFailure) {
        let history = try TitleHistory.open(try titles.path(environment: Environment.folders, makesFolder: false))
        let chosen = format.chosen ?? (LogFormat(path: to) == .csv ? .csv : .json)
        let isCSV = chosen != .json
        let descriptor = to == "-" ? STDOUT_FILENO : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.unwritable(to) }
        var pending = isCSV ? SongPrinter.columns.joined(separator: ",") + "\r\n" : ""
        var isGone = false
        var count = 0
        func flush() {
            if !isGone, !OutputSink.writeAll(descriptor, pending) { isGone = true }
            pending = ""
        }
        try CommandFailure.ofTitles { () throws(StorageError) in
            try history.tracks(which.query(words, limit: nil), oldestFirst: true) { played in
                count += 1
                pending += isCSV ? SongPrinter.csv(played, chosen) + "\r\n" : PlayedTrackJSON.json(played).text() + "\n"
                if pending.utf8.count > 1 << 16 { flush() }
                return !isGone
            }
        }
        flush()
        guard to != "-" else { return }
        if isGone || fsync(descriptor) != 0 && errno != EINVAL { throw Self.unwritable(to) }
        close(descriptor)
        if !format.quiet { CommandNotes().done("\(to): \(count == 1 ? "1 track" : "\(count) tracks")") }
    }

    private static func unwritable(_ path: String) -> CommandFailure {
        CommandFailure(code: .cannotWrite, sentence: "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}

extension TitleHistory {
    static func open(_ path: String) throws(CommandFailure) -> TitleHistory {
        guard access(path, F_OK) == 0 else {
            throw CommandFailure(
                code: .fileMissing, sentence: "Nothing was written down yet: there is no \(path).",
                hints: ["longwave log writes down what stations play, and longwave play what was heard."])
        }
        return try CommandFailure.ofTitles { () throws(StorageError) -> TitleHistory in try TitleHistory(path: path)
        }
    }
}

extension CommandFailure {
    /// What is wrong with the file of titles.
    static func ofTitles<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(StorageError) { return try body() } catch {
            throw CommandFailure(code: .fileMissing, sentence: "The file of titles cannot be read: \(error.words).")
        }
    }
}
