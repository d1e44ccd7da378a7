import ArgumentParser
import Glibc
import Longwave

struct SongsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "Lists the titles that you heard or logged.",
        subcommands: [ListSongs.self, ExportSongs.self], defaultSubcommand: ListSongs.self)
}

struct ListSongs: Command {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the latest titles, the most played songs, or the stations.",
        discussion: """
            Each word must be the beginning of a word in the artist or title. Prints a table on a terminal, and tsv \
            elsewhere. \(Documents.path("LOGGER.md")) describes the fields.
            """)

    @Argument(help: ArgumentHelp("Words that artist and title must match.", valueName: "words"))
    var words: [String] = []

    @Option(name: .long, help: ArgumentHelp("Lists this many of the most played songs.", valueName: "number"))
    var top: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Lists the most played songs of each station, country, tag, hour of the day, day or week. (Countries and "
                + "tags are those of your lists.)",
            valueName: SongGrouping.allCases.map(\.rawValue).joined(separator: "|")))
    var by: SongGrouping?

    @Flag(name: .long, help: "Compares the most played songs with the time before --since, of the same length.")
    var compare = false

    @Flag(name: .long, help: "Counts each spelling of a song as a song of its own.")
    var exactTitles = false

    @Option(
        name: .long, help: ArgumentHelp("Writes a page with charts for a browser.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?

    @Flag(name: .long, help: "Lists the stations, with counts and shares of their titles.")
    var perStation = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Limits the number of titles (by default 50) or stations (by default all); 0 lists all.",
            valueName: "number"))
    var limit: Int?

    @Flag(name: .long, help: "Adds links where you can find or buy each song.")
    var links = false

    @OptionGroup(title: "Selection") var which: SongOptions
    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if html != nil, perStation || by != nil || links || which.liked || limit != nil {
            throw ValidationError("--html can be combined only with --top, --compare and a selection.")
        }
        if by != nil, top == nil { throw ValidationError("--by needs --top.") }
        if compare, top == nil && html == nil || which.since == nil {
            throw ValidationError("--compare needs --top or --html, and --since.")
        }
        if top != nil || perStation, links || which.liked {
            throw ValidationError("--links and --liked cannot be combined with --top or --per-station.")
        }
        if let top, top <= 0 { throw ValidationError("--top must be above 0.") }
        if let limit, limit < 0 { throw ValidationError("--limit must be above 0, or 0 for all.") }
        if top != nil, perStation { throw ValidationError("--top and --per-station cannot be combined.") }
    }

    var settings: PrintSettings { format.settings }

    private var query: SongQuery {
        let limit = top ?? limit ?? (perStation ? 0 : 50)
        var query = which.query(words, limit: limit == 0 ? nil : limit)
        query.isExact = exactTitles
        query.comparesBefore = compare
        return query
    }

    /// Prints the tracks, songs or stations that match the query, and says which titles were deleted from the database.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let history = try TitleDatabase.open(titles.database)
        guard !settings.isQuiet else { return }
        let query = query
        if let html {
            try SongPageWriter(history: history, query: query, top: top ?? 40).write(html)
            return output.done("\(html): written")
        }
        let listed = by?.needsLists == true ? try listedStations(output) : [:]
        var short = 0
        let isEmpty = try TitleDatabase.reading { () throws(StorageError) in
            guard let document = try counts(query, history, listed, &short) else {
                return try print(query, history, output)
            }
            output.list { document.text($0, charset: output.charset, width: $1) }
            return document.rows.isEmpty
        }
        if isEmpty { output.say("no title matches") }
        if short > 0 {
            output.say("not counted: \(short.counted("title")) that you heard for less than \(Self.leastHeard) s")
        }
        // A note says which titles were deleted because of the limits on age and size. Liked songs are never deleted,
        // so a list of them needs no note.
        if !query.isLiked, let note = try KeptSince(history, since: query.since)?.note {
            output.say(note)
        }
    }

    private static var leastHeard: Int { Int(SongQuery.leastHeard / .seconds(1)) }

    /// Returns the stations of the lists, by the ids that the title database uses.
    private func listedStations(_ output: ReportOutput) throws(CommandFailure) -> [String: Station] {
        let library = try RadioSession.run(lists: library.library) { radio in try await radio.library() }
        SelectionFinder.remarks(library).forEach(output.say)
        return Dictionary(library.stations.map { (TitleStation($0).id, $0) }) { first, _ in first }
    }

    /// Returns a list with the number of plays of each song, or the number of tracks of each station; nil if
    /// the command lists tracks.
    /// - Parameters:
    ///   - listed: the stations of the lists, for countries and tags.
    ///   - short: set to the number of plays that do not count, because they were too short.
    private func counts(
        _ query: SongQuery, _ history: TitleHistory, _ listed: [String: Station], _ short: inout Int
    ) throws(StorageError) -> ListDocument? {
        if let by {
            let charts = try history.charts(query, leftOut: { short = $0 }, by: by.names(listed))
            return SongPrinter.document(charts, by: by, try history.stationNames(), isCompared: compare)
        }
        if top != nil {
            return SongPrinter.document(try history.most(query) { short = $0 }, isCompared: compare)
        }
        return perStation ? SongPrinter.document(try history.stations(query)) : nil
    }

    /// Prints the tracks that match the query. Returns true if no track matches.
    private func print(
        _ query: SongQuery, _ history: TitleHistory, _ output: ReportOutput
    ) throws(StorageError) -> Bool {
        let links = links ? Configuration.ofUser.links ?? SongLinkTemplate.usual : nil
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        var stream = SongStream(
            settings.format ?? (isTerminal ? .table : .tsv), charset: output.charset,
            width: isTerminal ? Terminal().width : nil, links: links
        ) { OutputSink.writeAll(STDOUT_FILENO, $0) }
        var isEmpty = true
        try history.tracks(query) {
            isEmpty = false
            return stream.take($0)
        }
        stream.end()
        return isEmpty
    }
}

struct ExportSongs: Command {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Exports titles with all their details, the oldest first.",
        discussion: """
            Writes JSON Lines. With --format csv, or a file name that ends in .csv, it writes CSV. \
            \(Documents.path("LOGGER.md")) describes the fields.
            """)

    @Argument(help: ArgumentHelp("Words that artist and title must match.", valueName: "words"))
    var words: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Writes to this file; - is standard output.", valueName: "file.jsonl|file.csv|-"),
        completion: .file(extensions: ["jsonl", "csv"]))
    var to = "-"

    @OptionGroup(title: "Selection") var which: SongOptions
    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        switch format.chosen {
        case .json, .csv, .csvRaw, nil: break
        case .table, .tsv: throw ValidationError("--format must be json or csv for an export.")
        }
    }

    var settings: PrintSettings { format.settings }

    /// Writes the tracks that match the query, the oldest first. Collects about 64 KiB of text before each write.
    func perform(_ output: ReportOutput) throws(CommandFailure) {
        let history = try TitleDatabase.open(titles.database)
        let chosen = settings.format ?? (LogFormat(path: to) == .csv ? .csv : .json)
        let isCSV = chosen != .json
        let descriptor = to == "-" ? STDOUT_FILENO : open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw unwritable }
        var pending = isCSV ? SongPrinter.columns.joined(separator: ",") + "\r\n" : ""
        var isGone = false
        var count = 0
        func flush() {
            if !isGone, !OutputSink.writeAll(descriptor, pending) { isGone = true }
            pending = ""
        }
        try TitleDatabase.reading { () throws(StorageError) in
            try history.tracks(which.query(words, limit: nil), oldestFirst: true) { played in
                count += 1
                pending += isCSV ? SongPrinter.csv(played, chosen) + "\r\n" : SongJSON.json(played).text() + "\n"
                if pending.utf8.count > 1 << 16 { flush() }
                return !isGone
            }
        }
        flush()
        guard to != "-" else { return }
        if isGone || fsync(descriptor) != 0 && errno != EINVAL { throw unwritable }
        close(descriptor)
        if !settings.isQuiet { CommandNotes().done("\(to): \(count.counted("track"))") }
    }

    private var unwritable: CommandFailure {
        CommandFailure(code: .cannotWrite, sentence: "\(to) cannot be written: \(String(cString: strerror(errno))).")
    }
}
