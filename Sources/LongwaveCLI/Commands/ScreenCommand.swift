import ArgumentParser
import Glibc
import LongwaveDesktop
import LongwaveTerminal

struct ScreenCommand: Command {
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

    var settings: PrintSettings { PrintSettings() }

    /// Shows the full-screen player. Without a terminal, prints the help if the command line has no arguments, and
    /// otherwise fails.
    func perform(_ output: ReportOutput) throws {
        guard Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) else {
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
        let settings = PlayerSettings(options: options, kind: .privatePlayer, output: player.sound.choice)
        var session = RadioSession.Settings(radio: settings.radio)
        session.use(settings)
        // Ctrl-\ must restore the terminal.
        session.signals.append(SIGQUIT)
        session.radio.lists = session.configuration.library ?? []
        if case .pulse = session.radio.playback.output {
            session.services.silencesSharedPlayer = true
        } else {
            session.services.busName = nil
        }
        let screen = screen(session, output.charset)
        try RadioSession.run(session) { ScreenView($0, screen, on: $1) }
    }

    /// Returns the options of the full-screen player, from the settings and the environment.
    private func screen(_ session: RadioSession.Settings, _ charset: TerminalCharset) -> ScreenOptions {
        let configuration = session.configuration
        var options = ScreenOptions(charset: charset)
        let type = Environment.value("TERM") ?? ""
        options.isPlain = plain || ["", "dumb"].contains(type)
        options.bindings = configuration.keys.bindings
        options.colours = configuration.colours.colours
        // An empty NO_COLOR has no effect (https://no-color.org).
        if Environment.value("NO_COLOR")?.isEmpty == false { options.colours = options.colours.withoutColours }
        options.hasMouse = configuration.screen.hasMouse ?? true
        options.hasTitle = configuration.screen.hasTitle ?? true && type != "linux"
        options.isAlone = alone
        options.libraries = session.radio.lists
        options.directory = session.radio.directory
        options.titles = session.radio.journal.titles
        options.artwork = ArtworkDisplay(
            configuration.artwork ?? .auto, isTerminal: !options.isPlain, environment: Environment.value)
        options.sharedPlayers = ControlSocket.places(environment: Environment.value)
        options.serviceArguments = ServiceArguments.listening(
            session.radio.playback.policy, configuration.play.policy ?? .listener)
        options.isHeard = false
        if case .pulse(_, let devices) = session.radio.playback.output {
            (options.isHeard, options.devices) = (true, devices)
        }
        return options
    }
}
