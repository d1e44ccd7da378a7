import Glibc
import Longwave

/// The command `longwave songs list`.
public struct SongsAction {
    /// What is listed.
    public enum Content: Hashable, Sendable {
        case tracks
        /// The songs that were played most often.
        case most
        /// The stations, each with its number of tracks.
        case stations
    }

    let query: SongQuery
    let content: Content
    /// Whether each song gets search addresses, made from the configuration's templates.
    let givesLinks: Bool
    /// The title database; nil for the usual file.
    let database: String?
    let settings: PrintSettings

    public init(
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
    public func run() -> Int32 { ReportOutput(settings).ending(list) }

    private func list(_ output: ReportOutput) throws(CommandFailure) {
        let history = try TitleDatabase.open(database)
        try TitleDatabase.reading { () throws(StorageError) in
            if let document = try counts(history) {
                if !settings.isQuiet { output.list { document.text($0, charset: output.charset, width: $1) } }
            } else {
                try print(history, output)
            }
        }
        // Liked songs are kept for ever.
        if !query.isLiked, !settings.isQuiet, let note = try KeptSince(history, since: query.since)?.note {
            output.say(note)
        }
    }

    /// Returns the table of counts; nil if the tracks themselves are wanted.
    private func counts(_ history: TitleHistory) throws(StorageError) -> ListDocument? {
        switch content {
        case .most: SongPrinter.document(try history.most(query))
        case .stations: SongPrinter.document(try history.stations(query))
        case .tracks: nil
        }
    }

    private func print(_ history: TitleHistory, _ output: ReportOutput) throws(StorageError) {
        guard !settings.isQuiet else { return }
        let links = givesLinks ? Configuration.ofUser.links ?? SongLinkTemplate.usual : nil
        let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
        var stream = SongStream(
            settings.format ?? (isTerminal ? .table : .tsv), charset: output.charset,
            width: isTerminal ? Terminal().width : nil, links: links
        ) { OutputSink.writeAll(STDOUT_FILENO, $0) }
        try history.tracks(query) { stream.take($0) }
        stream.end()
    }
}
