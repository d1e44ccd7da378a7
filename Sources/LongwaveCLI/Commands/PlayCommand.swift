import ArgumentParser
import Longwave
import RadioLoop

struct PlayCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Plays a station, an address or a file.",
        discussion: """
            Without an argument the last heard station plays, or the first station of the list. An argument with a \
            scheme (http:, https:, file:) is an address. An argument that exists as a file, contains a slash or has a \
            sound file's suffix is a file. Everything else is a station: its id, its name, words of its name, the \
            number that "longwave list" shows, or a row of the last "longwave find". Several words are one name.

            Keys: space pauses and resumes; + and - change the volume; m mutes; n and p play the next and previous \
            station; left and right go ten seconds back and forward; [ and ] go to the previous and next title; b goes \
            to the beginning of this title; l goes to the live edge; L catches up with the live edge by playing \
            faster; < and > play slower and faster; ( and ) rewind and fast forward until pressed again; v shows the \
            loudness; k keeps this title as a file; K keeps the last five minutes (--keep-last); R starts and stops a \
            recording; * marks this title as liked, or removes the mark ("longwave songs --liked" lists these titles); \
            z sets the sleep timer; q quits.
            """)

    @Argument(
        help: ArgumentHelp("Station, address or file to play.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String] = []

    private var what: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    @OptionGroup(title: "Queue") var queue: QueueOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Plays a programme of the settings: one of its sources always sounds.", valueName: "name"))
    var programme: String?

    @OptionGroup var player: PlayerOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions

    @OptionGroup var keeping: KeepOptions

    @Flag(name: .long, help: "Plays with the shared player, as \"longwave ctl play\" does.")
    var shared = false

    @Option(
        name: .long, help: ArgumentHelp("Fades out and ends after this time, such as 30m or 1h.", valueName: "span"))
    var sleep: TimeSpan?

    @Option(
        name: .long,
        help: ArgumentHelp("Fades out and ends at this local time.", valueName: "23:00|Sun 23:00|2026-12-24 23:00"))
    var until: LocalTime?

    @OptionGroup(title: "Other devices") var web: WebOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    /// Refuses a station together with `--query` or `--playlist`. With `--shared`, also refuses the options of a
    /// private player.
    func validate() throws {
        if let what, queue.query != nil || queue.playlist != nil || programme != nil {
            throw ValidationError("\"\(what)\" cannot be combined with --query, --playlist or --programme.")
        }
        if programme != nil, queue.query != nil || queue.playlist != nil || queue.itemLimit != nil {
            throw ValidationError("--programme cannot be combined with --query, --playlist or --for.")
        }
        if sleep != nil, until != nil { throw ValidationError("--sleep and --until cannot be combined.") }
        if until != nil, untilEnd == nil { throw ValidationError("The time of --until is in the past.") }
        if shared {
            if player.sound.output != nil || !player.sound.device.isEmpty || !player.library.library.isEmpty
                || sleep != nil || until != nil
                || queue.itemLimit != nil || web.http != nil
            {
                throw ValidationError(
                    "--shared uses the output, lists and timer of the shared player: set them with ctl and serve.")
            }
        }
    }

    /// The duration until the time of `--until`; nil if it is not given or has passed.
    private var untilEnd: Duration? { until?.next(after: WallClock.milliseconds, .system) }

    var settings: PrintSettings { format.settings }

    func perform(_ output: ReportOutput) throws {
        if shared, let programme { return try ControlAction.play(programme: programme).perform(output) }
        if shared { return try queue.action(words).perform(output) }
        var options = player.configuration(\.play)
        hls.apply(to: &options)
        options.artwork = artwork.artwork
        keeping.apply(to: &options)
        web.apply(to: &options)
        let queue = try queue.choice().settings
        var runner = PlayRunner(
            PlayerSettings(options: options, kind: .privatePlayer, output: player.sound.choice), settings)
        (runner.sleep, runner.programme) = (sleep?.duration ?? untilEnd, programme)
        // The settings file's address is that of the shared player.
        if web.http != nil { runner.remote.http = runner.session.configuration.http.options }
        let library = LibraryReader(named: runner.session.configuration.library ?? [], isNamed: options.library != nil)
        try runner.run(what, asking: StationQuestion(libraries: library.named)) { words in
            let finder = SelectionFinder(argument: words, library: library, queue: queue)
            return { memory, loop, found in finder.find(memory, on: loop, found) }
        }
    }
}
