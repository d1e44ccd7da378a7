import ArgumentParser
import Longwave

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records a station to files, without playing it.",
        discussion: """
            The command writes the sound as the station sends it, without encoding it again: MP3, AAC, Ogg or FLAC. It \
            reconnects after interruptions, and records until Ctrl-C, SIGTERM or a limit. Without --split, it also \
            writes the titles, as JSON and as a cue sheet. It never replaces an existing file, but adds a number to \
            the name. With --at, a systemd timer records later. See \(Documents.path("CLI.md")).
            """)

    @Argument(
        help: ArgumentHelp("Station, address or file to record.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String]

    @Flag(name: .long, help: "Writes one file per title, without the first title, which is incomplete.")
    var split = false

    @Flag(name: .long, help: "With --split: keeps the first title, too.")
    var keepFirst = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --split: cuts at the quietest place, at most this far from the title's change. (default: 0)",
            valueName: "seconds"))
    var quietest: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --split: starts each file this much earlier, and ends it this much later. (default: 0)",
            valueName: "seconds"))
    var overlap: TimeSpan?

    @Flag(name: .long, help: "Leaves out advertisements and jingles that the titles announce.")
    var noAds = false

    @Option(name: .long, help: ArgumentHelp("Writes to this file.", valueName: "file"), completion: .file())
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Writes files into this folder. (default: the current folder)", valueName: "folder"),
        completion: .directory)
    var folder: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Names files by this pattern of {station}, {artist}, {title}, {date}, {time} and {number}. (default: \
            "{station} {date} {time}", or "{artist} - {title}" with --split)
            """,
            valueName: "pattern"))
    var pattern: String?

    @Option(
        name: .long,
        help: "Writes AAC as MP4 files (m4a), or the decoded sound of any station as WAV files (wav).")
    var container: RecordingContainerName?

    @Flag(name: .long, help: "Joins the links of an Ogg chain into one, if they have the same format.")
    var join = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Ends after this time. (default: never)", valueName: "seconds|10m|2h"))
    var duration: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("Ends before all files together exceed this size.", valueName: "500M|2G"))
    var maximumSize: ByteCount?

    @Option(
        name: .long,
        help: ArgumentHelp("Ends when the disk has less free space than this.", valueName: "500M|2G"))
    var keepFree: ByteCount?

    @OptionGroup(title: "Schedule") var schedule: ScheduleOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    /// Refuses options that contradict each other, lack another option that they need, or are out of range.
    func validate() throws {
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
        if output?.isEmpty == true { throw ValidationError("--output needs a file.") }
        if folder?.isEmpty == true { throw ValidationError("--folder needs a folder.") }
        if output != nil, split {
            throw ValidationError("--split writes several files: use --folder instead of --output.")
        }
        if output != nil, pattern != nil || folder != nil {
            throw ValidationError("--output cannot be combined with --folder or --pattern.")
        }
        if keepFirst, !split { throw ValidationError("--keep-first needs --split.") }
        if quietest != nil || overlap != nil, !split { throw ValidationError("--quietest and --overlap need --split.") }
        for (name, span, maximum) in [
            ("--quietest", quietest, RecordingSettings.maximumTolerance),
            ("--overlap", overlap, RecordingSettings.maximumOverlap),
        ] where span.map({ $0.duration > .seconds(maximum) }) == true {
            throw ValidationError("\(name) must be at most \(maximum) seconds.")
        }
        if let pattern, !RecordingSettings.isPattern(pattern) {
            throw ValidationError("--pattern needs {station}, {artist}, {title}, {date}, {time} or {number}.")
        }
        try refuse(schedule.problem(for: duration))
    }

    /// Records now or, with `--at`, prints or installs a timer that records later.
    func run() throws {
        let what = words.joined(separator: " ")
        var options = Configuration()
        library.apply(to: &options)
        if let action = try schedule.action(what: what, for: duration, options, format.settings) {
            return try end(with: action.run())
        }
        let recording = RecordingSettings(
            output: output, splits: split, keepsFirst: keepFirst, leavesOutAdvertisements: noAds, tolerance: quietest,
            overlap: overlap, container: container, joinsLinks: join, duration: duration, maximumSize: maximumSize)
        hls.apply(to: &options)
        options.rules = rules.rules
        options.recording.folder = folder
        options.recording.pattern = pattern
        options.recording.keepFree = keepFree
        let action = RecordAction(
            what: what, recording: recording, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
