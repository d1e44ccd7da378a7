import ArgumentParser
import Longwave

struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Picks stations on the screen, and plays them or prints their ids.",
        discussion: """
            Type to filter the stations. Each word must be the beginning of a word in a station's name, id, tags, \
            country, language or codec.

            Keys: Enter picks. Esc quits. The arrows, Page Up, Page Down, Home and End move. Left and Right go to the \
            previous and next group. Ctrl-P plays the station or stops it. Alt-+ and Alt-- make it louder and softer. \
            Ctrl-F marks it as a favourite. Ctrl-R adds a star. Alt-0 to Alt-5 set the stars. Ctrl-G changes the \
            grouping. Ctrl-U clears the typed text. Ctrl-L redraws the screen. With --many, Tab marks a station and \
            Ctrl-A marks all.

            Without a terminal the command prints a numbered list and reads the answer from standard input.

            Exit codes: 1 nothing was picked; 130 quit without picking; others as for play.
            """)

    @Argument(help: ArgumentHelp("Initial words of the filter.", valueName: "words"))
    var words: [String] = []

    @Flag(name: .long, help: "Prints the ids of the picked stations, one per line, and plays nothing.")
    var print = false

    @Flag(name: .long, help: "Allows picking more than one station.")
    var many = false

    @Option(name: .long, help: ArgumentHelp("Shows this text before the input.", valueName: "text"))
    var prompt: String?

    @OptionGroup(title: "Selection and order") var query: QueryOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Initial grouping: by country, language, tag, codec, letter, rating, favourite or source.",
            valueName: "property"))
    var groupBy: StationGrouping?

    @OptionGroup var player: PlayerOptions
    @OptionGroup(title: "Printing") var format: FormatOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    func run() throws {
        var options = player.configuration(\.play)
        options.artwork = artwork.artwork
        let action = PickAction(
            query: try query.made(words: words, grouping: groupBy), prompt: prompt, allowsMultiple: many,
            isPrinting: print, output: player.sound.choice, options: options, settings: format.settings)
        try end(with: action.run())
    }
}
