import ArgumentParser
import Longwave

struct SongsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "songs", abstract: "Lists the titles that you heard or logged.",
        subcommands: [ListSongs.self, ExportSongs.self], defaultSubcommand: ListSongs.self)
}

struct ListSongs: ParsableCommand {
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

    @Flag(name: .long, help: "Lists the stations, with the number of titles of each.")
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
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if top != nil || perStation, links || which.liked {
            throw ValidationError("--links and --liked cannot be combined with --top or --per-station.")
        }
        if let top, top <= 0 { throw ValidationError("--top must be above 0.") }
        if let limit, limit < 0 { throw ValidationError("--limit must be above 0, or 0 for all.") }
        if top != nil, perStation { throw ValidationError("--top and --per-station cannot be combined.") }
    }

    func run() throws {
        let most = top.map { (SongsAction.Content.most, which.query(words, limit: $0)) }
        let limit = limit ?? (perStation ? 0 : 50)
        let last = which.query(words, limit: limit == 0 ? nil : limit)
        let (content, query) = most ?? (perStation ? .stations : .tracks, last)
        let action = SongsAction(
            query: query, content: content, givesLinks: links, database: titles.database,
            settings: format.settings)
        try end(with: action.run())
    }
}

struct ExportSongs: ParsableCommand {
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

    func run() throws {
        let action = ExportSongsAction(
            query: which.query(words, limit: nil), path: to, database: titles.database, settings: format.settings)
        try end(with: action.run())
    }
}
