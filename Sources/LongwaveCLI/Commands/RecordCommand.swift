import ArgumentParser
import Longwave
import RadioConsole

struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write what a station sends into files, without playing it.",
        discussion: """
            The sound is kept as it comes and is never encoded again: MP3, AAC, Ogg or FLAC. The recording goes on after \
            interruptions, until Ctrl-C, SIGTERM or a limit ends it. Beside a whole recording stand its titles, as JSON and as a \
            cue sheet. An existing file is never replaced; a number is added to the name. With --at a timer of systemd records \
            later. See \(Documents.path("RECORDING.md")).
            """)

    @Argument(
        help: ArgumentHelp("What to record: what longwave play takes.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String]

    @Flag(name: .long, help: "One file a title. The first title, which has begun already, is left out.")
    var split = false

    @Flag(name: .long, help: "With --split: keep the first title, too.")
    var keepFirst = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --split: cut where it is quietest, so far from the title's place at most.", valueName: "seconds"))
    var quietest: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("With --split: begin each file so much earlier, and end it later.", valueName: "seconds"))
    var overlap: TimeSpan?

    @Flag(name: .long, help: "Leave out advertisements and jingles, where titles tell them.")
    var noAds = false

    @Option(name: .long, help: ArgumentHelp("Write this file.", valueName: "file"), completion: .file())
    var output: String?

    @Option(
        name: .long, help: ArgumentHelp("Write files into this folder.", valueName: "folder"), completion: .directory)
    var folder: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Name files so: {station}, {artist}, {title}, {date}, {time} and {number} are filled in.",
            valueName: "pattern"))
    var pattern: String?

    @Option(
        name: .long,
        help: "Write AAC into MP4 files, or the decoded sound of any station into WAV files.")
    var container: RecordingContainerName?

    @Flag(name: .long, help: "Join the links of an Ogg chain, where they are of one kind.")
    var join = false

    @Option(name: .customLong("for"), help: ArgumentHelp("End after so long.", valueName: "seconds|10m|2h"))
    var duration: TimeSpan?

    @Option(name: .long, help: ArgumentHelp("End before the files are larger together.", valueName: "500M|2G"))
    var maximumSize: ByteCount?

    @Option(name: .long, help: ArgumentHelp("End where less than this is free on the disk.", valueName: "500M|2G"))
    var keepFree: ByteCount?

    @OptionGroup(title: "Later") var schedule: ScheduleOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions

    func validate() throws {
        if words.joined().isEmpty { throw ValidationError("Name a station, an address or a file.") }
        if output?.isEmpty == true { throw ValidationError("--output wants a file.") }
        if folder?.isEmpty == true { throw ValidationError("--folder wants a folder.") }
        if output != nil, split { throw ValidationError("--split writes several files: name a --folder.") }
        if output != nil, pattern != nil || folder != nil {
            throw ValidationError("--output names the file; --folder and --pattern name it otherwise.")
        }
        if keepFirst, !split { throw ValidationError("--keep-first needs --split.") }
        if quietest != nil || overlap != nil, !split { throw ValidationError("--quietest and --overlap need --split.") }
        for (name, span, maximum) in [
            ("--quietest", quietest, RecordingSettings.maximumTolerance),
            ("--overlap", overlap, RecordingSettings.maximumOverlap),
        ] where span.map({ $0.duration > .seconds(maximum) }) == true {
            throw ValidationError("\(name) takes at most \(maximum) seconds.")
        }
        if let pattern, !RecordingSettings.isPattern(pattern) {
            throw ValidationError("--pattern wants {station}, {artist}, {title}, {date}, {time} or {number}.")
        }
        try refuse(schedule.problem(for: duration))
    }

    func run() throws {
        let what = words.joined(separator: " ")
        if let action = try schedule.action(what: what, for: duration, format.settings) {
            return try end(with: action.run())
        }
        let recording = RecordingSettings(
            output: output, splits: split, keepsFirst: keepFirst, leavesOutAdvertisements: noAds, tolerance: quietest,
            overlap: overlap, container: container, joinsLinks: join, duration: duration, maximumSize: maximumSize)
        var options = Configuration()
        hls.apply(to: &options)
        library.apply(to: &options)
        options.rules = rules.rules
        options.recording.folder = folder
        options.recording.pattern = pattern
        options.recording.keepFree = keepFree
        let action = RecordAction(
            what: what, recording: recording, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
