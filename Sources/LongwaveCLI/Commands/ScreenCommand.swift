import ArgumentParser
import Longwave

struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "Shows the full-screen player, which \"longwave\" alone opens.",
        discussion: """
            Enter plays, / searches your stations and radio-browser, ? shows all keys, q quits. Browsing never stops \
            the sound. If a station does not play, the screen marks it and the sound before it continues. If the \
            shared player runs, the screen controls it. Otherwise the screen plays by itself, and d hands the sound \
            over to the shared player.
            """)

    @Flag(name: .long, help: "Prints lines instead of drawing a page, for screen readers.")
    var plain = false

    @Flag(name: .long, help: "Plays by itself even if the shared player runs.")
    var alone = false

    @Flag(
        inversion: .prefixedNo,
        help: "Uses the mouse: a click selects, a second click plays, the wheel scrolls. (default: --mouse)")
    var mouse: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Shows the station and the title in the terminal's window title. (default: --title)")
    var title: Bool?

    @OptionGroup var player: PlayerOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Recording") var keeping: KeepOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    /// Shows the full-screen player. Without a terminal, prints the help if the command line has no arguments, and
    /// otherwise fails.
    func run() throws {
        guard ScreenAction.hasTerminal else {
            // Without a terminal, "longwave" without arguments prints the help.
            guard CommandLine.arguments.count == 1 else {
                throw ValidationError("The screen needs a terminal as standard input and output.")
            }
            throw CleanExit.helpRequest(LongwaveCommand.self)
        }
        var options = player.configuration(\.play)
        hls.apply(to: &options)
        keeping.apply(to: &options)
        options.artwork = artwork.artwork
        options.screen.hasMouse = mouse
        options.screen.hasTitle = title
        let action = ScreenAction(output: player.sound.choice, options: options, isPlain: plain, isAlone: alone)
        try end(with: action.run())
    }
}
