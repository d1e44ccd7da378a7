import ArgumentParser
import Longwave
import RadioConsole

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

    @Flag(name: .long, help: "With addresses by which each song can be found or bought.")
    var links = false

    @OptionGroup(title: "Which") var which: SongOptions
    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if top != nil || perStation, links || which.liked {
            throw ValidationError("--top and --per-station count; --links and --liked are for single songs.")
        }
        if let top, top <= 0 { throw ValidationError("--top wants a number above 0.") }
        if limit < 0 { throw ValidationError("--limit wants a number, or 0 for all.") }
        if top != nil, perStation { throw ValidationError("--top and --per-station contradict.") }
    }

    func run() throws {
        let most = top.map { (SongsAction.Content.most, which.query(words, limit: $0)) }
        let last = which.query(words, limit: perStation || limit == 0 ? nil : limit)
        let (content, query) = most ?? (perStation ? .stations : .tracks, last)
        let action = SongsAction(
            query: query, content: content, givesLinks: links, database: titles.database,
            settings: format.settings)
        try end(with: action.run())
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
        let action = ExportSongsAction(
            query: which.query(words, limit: nil), path: to, database: titles.database, settings: format.settings)
        try end(with: action.run())
    }
}
