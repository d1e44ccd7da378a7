import ArgumentParser
import Longwave
import RadioConsole

struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen", abstract: "The player on the whole terminal; \"longwave\" alone opens it.",
        discussion: """
            Enter plays, / searches your stations and radio-browser, ? shows every key, q quits. Browsing never stops \
            the sound; a station that cannot be heard is marked, and what was heard goes on. Where the shared player runs \
            the screen commands it; else it plays by itself, and d lets the shared player take over.
            """)

    @Flag(name: .long, help: "Lines instead of a page, for screen readers.")
    var plain = false

    @Flag(name: .long, help: "Play in this program, also where the shared player runs.")
    var alone = false

    @Flag(inversion: .prefixedNo, help: "A click and the wheel move and play; else they are the terminal's.")
    var mouse: Bool?

    @Flag(inversion: .prefixedNo, help: "Call the terminal's window after what plays.")
    var title: Bool?

    @OptionGroup(title: "Sound") var sound: SoundOptions
    @OptionGroup(title: "Variants") var hls: HlsOptions
    @OptionGroup(title: "Stations") var library: LibraryOptions
    @OptionGroup(title: "Directory") var directory: KeptDirectoryOptions
    @OptionGroup(title: "Recording") var keeping: KeepOptions
    @OptionGroup(title: "Titles") var history: HistoryOptions
    @OptionGroup(title: "Rules for titles") var rules: RuleOptions
    @OptionGroup(title: "Pictures") var artwork: ArtworkOptions

    @Flag(inversion: .prefixedNo, help: "Show a notification of the desktop for each title that is heard.")
    var notify: Bool?

    func run() throws {
        guard ScreenAction.hasTerminal else {
            // As a command line without a command did always.
            guard CommandLine.arguments.count == 1 else {
                throw ValidationError("The screen needs a terminal for its input and output.")
            }
            throw CleanExit.helpRequest(LongwaveCommand.self)
        }
        var options = Configuration()
        sound.apply(to: &options, \.play)
        hls.apply(to: &options)
        library.apply(to: &options)
        directory.apply(to: &options)
        keeping.apply(to: &options)
        history.apply(to: &options)
        options.rules = rules.rules
        options.artwork = artwork.artwork
        options.notifies = notify
        options.screen.hasMouse = mouse
        options.screen.hasTitle = title
        let action = ScreenAction(output: sound.choice, options: options, isPlain: plain, isAlone: alone)
        try end(with: action.run())
    }
}
