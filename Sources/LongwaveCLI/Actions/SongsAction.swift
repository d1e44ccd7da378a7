import Glibc
import Longwave

/// The command `longwave songs list`: prints tracks of the title database, or counts of songs or stations.
struct SongsAction {
    /// What the command lists.
    enum Content: Hashable, Sendable {
        case tracks
        /// Songs, the most often played first.
        case most
        /// Stations, each with its number of logged tracks.
        case stations
    }

    let query: SongQuery
    let content: Content
    /// Whether each song is listed with the addresses of web searches, made from the configuration's templates.
    let givesLinks: Bool
    /// The path of the title database; nil for the path in the configuration, or the default path.
    let database: String?
    let settings: PrintSettings

    init(
        query: SongQuery, content: Content, givesLinks: Bool = false, database: String?,
        settings: PrintSettings
    ) {
        self.query = query
        self.content = content
        self.givesLinks = givesLinks
        self.database = database
        self.settings = settings
    }

    /// Runs the command and returns the exit code.
    func run() -> Int32 { ReportOutput(settings).ending(list) }

    /// Prints the tracks, songs or stations that match the query, and says which titles were deleted from the database.
    private func list(_ output: ReportOutput) throws(CommandFailure) {
        let history = try TitleDatabase.open(database)
        guard !settings.isQuiet else { return }
        var short = 0
        let isEmpty = try TitleDatabase.reading { () throws(StorageError) in
            guard let document = try counts(history, &short) else { return try print(history, output) }
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

    /// Returns a list with the number of plays of each song, or the number of tracks of each station; nil if
    /// ``content`` is `tracks`.
    /// - Parameter short: set to the number of plays that do not count, because they were too short.
    private func counts(_ history: TitleHistory, _ short: inout Int) throws(StorageError) -> ListDocument? {
        switch content {
        case .most: SongPrinter.document(try history.most(query) { short = $0 })
        case .stations: SongPrinter.document(try history.stations(query))
        case .tracks: nil
        }
    }

    /// Prints the tracks that match the query. Returns true if no track matches.
    private func print(_ history: TitleHistory, _ output: ReportOutput) throws(StorageError) -> Bool {
        let links = givesLinks ? Configuration.ofUser.links ?? SongLinkTemplate.usual : nil
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
