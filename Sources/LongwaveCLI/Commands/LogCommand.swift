import ArgumentParser
import Longwave
import RadioConsole

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Write down which titles stations play, without playing them.",
        discussion: """
            Follows every station named, or all of the list (with --all, or where --library names one), on one thread, for as \
            long as it runs. On a terminal a line tells each title; elsewhere, and with --json, records come as JSON Lines \
            (\(Documents.path("LOG.md"))) once they are safe in the file of titles, which longwave songs asks. SIGHUP reads the list \
            again and opens the log's file anew; SIGTERM and Ctrl-C end it.
            """)

    @Argument(
        help: ArgumentHelp("A station of the list, or an address.", valueName: "station|url"),
        completion: StationCompletion.kind)
    var stations: [String] = []

    @Flag(name: .long, help: "Every station of the list.")
    var all = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Append records to this file, as CSV if it ends so; - is standard output.",
            valueName: "file.jsonl|file.csv|-"),
        completion: .file(extensions: ["jsonl", "csv"]))
    var to = "-"

    @Option(
        name: .long,
        help: ArgumentHelp("Put the file aside each day, or before it grows over this size.", valueName: "daily|10M"),
        completion: .list(["daily", "10M"]))
    var rotate: LogRotation?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Keep titles and files put aside for so long, or so much of them; without it everything.",
            valueName: "90d|10G|all"))
    var keep: TitleRetention?

    @Option(name: .customLong("for"), help: ArgumentHelp("End after so long.", valueName: "seconds|10m|2h"))
    var duration: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("Ask for so many stations a second, at most.", valueName: "number"))
    var maxRate: Double?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Read titles beside the sound, on the server's status page, or there once it was seen to agree.",
            valueName: "auto|stream|status"))
    var source: FollowedSource?

    @OptionGroup(title: "Rules") var rules: RuleOptions

    @OptionGroup(title: "Titles") var titles: TitleOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if stations.isEmpty, !all, library.library.isEmpty {
            throw ValidationError("Name stations or addresses, or a list with --library, or say --all.")
        }
        if !stations.isEmpty, all { throw ValidationError("--all and names of stations contradict.") }
        if let maxRate, !(maxRate > 0 && maxRate <= 100_000) {
            throw ValidationError("--max-rate wants a number above 0.")
        }
        if rotate != nil, to == "-" { throw ValidationError("--rotate needs --to FILE.") }
        if to.isEmpty { throw ValidationError("--to wants a file.") }
        switch format.chosen {
        case .json, nil: break
        case .csvRaw:
            if to != "-", LogFormat(path: to) != .csv { throw ValidationError("csv-raw needs --to FILE.csv.") }
        case .csv: if to != "-" { throw ValidationError("--to FILE.csv writes CSV; --format is for standard output.") }
        case .table: if to != "-" { throw ValidationError("--to FILE writes JSON Lines or CSV.") }
        case .tsv: throw ValidationError("log writes json, csv, or lines for people (table).")
        }
    }

    func run() throws {
        let action = LogAction(
            stations: stations, libraries: library.library, path: to, rotation: rotate, retention: keep,
            duration: duration?.duration, maximumRate: maxRate, source: source, rules: rules.rules,
            database: titles.database, settings: format.settings)
        try end(with: action.run())
    }
}
