import ArgumentParser
import Longwave
import RadioConsole

struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Choose stations on the screen, and play them or print their ids.",
        discussion: """
            Typing filters: every word must begin a word of a station's name, id, tags, country, language or codec. \
            Enter picks, Esc leaves. Arrows, Page Up and Down, Home and End move; left and right go to the next group. \
            Ctrl-P plays the station, and again stops it; Alt and + or - make it louder and softer. Ctrl-F makes it a favourite, Ctrl-R gives it a star more, \
            Alt-0 to Alt-5 so many. Ctrl-G groups by country, language, tag, codec, letter, favourite and rating. \
            With --many: Tab marks, Ctrl-A marks all. Ctrl-U clears what was typed, Ctrl-L draws anew.

            Without a terminal it lists the stations with their numbers and reads an answer from stdin.

            Exit codes: 1 when nothing was chosen, 130 when it was left; else those of play.
            """)

    @Argument(help: ArgumentHelp("What the typing begins with.", valueName: "words"))
    var words: [String] = []

    @Flag(name: .long, help: "Print the ids of what was picked, one a line, and play nothing.")
    var print = false

    @Flag(name: .long, help: "More than one can be chosen.")
    var many = false

    @Option(name: .long, help: ArgumentHelp("What stands before what is typed.", valueName: "text"))
    var prompt: String?

    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Which, and how") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Begin with them gathered by country, language, tag, codec, letter, rating, favourite or source.",
            valueName: "property"))
    var groupBy: StationGrouping?

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Titles") var scrobbling: ScrobbleOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    func run() throws {
        var options = Configuration()
        sound.apply(to: &options, \.play)
        library.apply(to: &options)
        history.apply(to: &options)
        scrobbling.apply(to: &options)
        options.rules = rules.rules
        options.artwork = artwork.artwork
        let action = PickAction(
            query: try query.made(words: words, grouping: groupBy), prompt: prompt, allowsMultiple: many,
            isPrinting: print, output: sound.choice, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
