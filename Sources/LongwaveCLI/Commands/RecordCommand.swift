import ArgumentParser
import LongwaveTerminal
import RadioLoop
import RadioStreams

struct RecordCommand: Command {
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

    var settings: PrintSettings { format.settings }

    /// Records now or, with `--at`, prints or installs a timer that records later.
    func perform(_ output: ReportOutput) throws {
        let what = words.joined(separator: " ")
        var options = Configuration()
        library.apply(to: &options)
        if let action = try schedule.action(what: what, for: duration, options) { return try action.perform(output) }
        let recording = RecordingSettings(
            output: self.output, splits: split, keepsFirst: keepFirst, leavesOutAdvertisements: noAds,
            tolerance: quietest, overlap: overlap, container: container, joinsLinks: join, duration: duration,
            maximumSize: maximumSize)
        hls.apply(to: &options)
        options.rules = rules.rules
        options.recording.folder = folder
        options.recording.pattern = pattern
        options.recording.keepFree = keepFree
        try record(what, recording, options)
    }

    /// Receives `what` with a player that has no sound output, and records the received stream to files.
    private func record(
        _ what: String, _ recording: RecordingSettings, _ options: Configuration
    ) throws(CommandFailure) {
        let configuration = options.inheriting(.ofUser)
        let hls = configuration.variants.settings
        var playback = PlaybackConfiguration(output: .null, policy: .kiosk)
        playback.policy.hls = hls
        if !hls.isLowLatency { playback.policy.playLate() }
        playback.recording = recording.plan(configuration.recording)
        let library = LibraryReader(named: configuration.library ?? [], isNamed: options.library != nil)
        playback.titleRules = TitleRuleFile.readIfPossible(configuration.rules)
        var radio = Radio.Configuration()
        radio.playback = playback
        radio.journal = JournalPlaces()
        let runner = PlayRunner(radio, settings)
        try runner.run(what, asking: StationQuestion(libraries: library.named)) { words in
            let finder = SelectionFinder(argument: words, library: library, queue: QueueSettings())
            return { memory, loop, found in
                finder.find(memory, on: loop) { result in
                    // A recording receives only one item. If this item is a file that does not exist, the recording
                    // fails at once.
                    found(
                        result.map(\.alone).flatMap { selection in
                            guard let path = selection.missingFile else { return .success(selection) }
                            return .failure(.playback(.stream(.fileMissing(path))))
                        })
                }
            }
        }
    }
}

extension Selection {
    /// This selection (the items to play, and the way to play them) with only its current item.
    fileprivate var alone: Selection {
        var selection = self
        if items.indices.contains(index) { (selection.items, selection.index) = ([item], 0) }
        selection.skipsFailedItems = false
        return selection
    }

    fileprivate var missingFile: String? {
        guard !isStation, let url = item.urls.first, let path = StreamOpener.localPath(url) else { return nil }
        return LocalFile.exists(path) ? nil : path
    }
}

extension PlaybackPolicy {
    /// Makes the buffers large, because nobody hears the sound. With large buffers, the program wakes up at most about
    /// once per second, which saves power.
    fileprivate mutating func playLate() {
        (startBuffer, restartBuffer, maximumRestartBuffer) = (.seconds(6), .seconds(6), .seconds(6))
        firstSoundTimeout += startBuffer
        outputBuffer = .seconds(30)
    }
}
