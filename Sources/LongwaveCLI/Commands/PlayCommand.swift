import ArgumentParser
import Longwave
import RadioConsole

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play a station, an address or a file.",
        discussion: """
            Without an argument the station heard last plays, at first the first one of the list. An argument with a \
            scheme (http:, https:, file:) is an address; one that exists as a file, has a slash in it or ends like a \
            sound file is a file; everything else is a station of the list: its id, its name, words of it, or its number in \
            what "longwave list" or "longwave find" printed last. Several words are one name.

            Keys: space pauses, + and - volume, m mutes, n and p next and previous station, left and right ten seconds back \
            and forward, [ and ] the title before and after, b the beginning of this one, l goes to the live edge, L catches up with it softly, < and > slower and faster, ( and ) rewind and fast forward until pressed again, v shows how loud it is, k keeps \
            the title that is heard as a file, * likes it or takes that back (longwave songs --liked), K the last five minutes (--keep-last), R records and ends that, z ends the sound in a quarter of an hour, half an hour, an hour or later, q quits.
            """)

    @Argument(
        help: ArgumentHelp("What to play.", valueName: "station|url|file"),
        completion: StationCompletion.playable)
    var words: [String] = []

    private var what: String? { words.isEmpty ? nil : words.joined(separator: " ") }

    @OptionGroup(title: "Queue") var queue: QueueOptions
    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Directory") var directory: KeptDirectoryOptions

    @OptionGroup var keeping: KeepOptions

    @Flag(name: .long, help: "Let the shared player play it, as longwave ctl play does.")
    var shared = false

    @Option(name: .long, help: ArgumentHelp("End after so long, with a fade.", valueName: "span"))
    var sleep: TimeSpan?

    @Flag(inversion: .prefixedNo, help: "Show a notification of the desktop for each title that is heard.")
    var notify: Bool?

    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Titles") var scrobbling: ScrobbleOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    func validate() throws {
        if let what, queue.query != nil || queue.playlist != nil {
            throw ValidationError("\"\(what)\" and a query or playlist contradict.")
        }
        if shared {
            if sound.output != nil || !sound.device.isEmpty || !library.library.isEmpty || sleep != nil
                || queue.itemLimit != nil
            {
                throw ValidationError("The shared player has its own output, lists and timer: ctl and serve set them.")
            }
        }
    }

    func run() throws {
        if shared { return try end(with: queue.action(words, format.settings).run()) }
        var options = Configuration()
        sound.apply(to: &options, \.play)
        hls.apply(to: &options)
        library.apply(to: &options)
        directory.apply(to: &options)
        history.apply(to: &options)
        scrobbling.apply(to: &options)
        options.rules = rules.rules
        options.artwork = artwork.artwork
        keeping.apply(to: &options)
        options.notifies = notify
        let action = PlayAction(
            what: what, queue: try queue.choice(), output: sound.choice, options: options, sleep: sleep?.duration,
            settings: format.settings)
        try end(with: action.run())
    }
}
