import Glibc
import LongwaveDesktop
import LongwaveTerminal

/// The command `longwave` without a subcommand on a terminal: the player on the whole screen.
struct ScreenAction {
    let output: OutputChoice
    let options: Configuration
    /// Whether the player prints lines instead of drawing a page.
    let isPlain: Bool
    /// Whether this process plays the sound itself even if a shared player runs.
    let isAlone: Bool

    init(
        output: OutputChoice, options: Configuration, isPlain: Bool, isAlone: Bool
    ) {
        self.output = output
        self.options = options
        self.isPlain = isPlain
        self.isAlone = isAlone
    }

    /// Whether standard input and output are a terminal.
    static var hasTerminal: Bool { Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDOUT_FILENO) }

    /// Runs the command and returns the exit code.
    func run() -> Int32 {
        ReportOutput(PrintSettings(format: nil, isQuiet: false, isVerbose: false)).ending(run)
    }

    /// Shows the full-screen player, and blocks until the player has ended. Throws if its exit code is not 0.
    private func run(_ report: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: output)
        var session = RadioSession.Settings(radio: player.radio)
        session.use(player)
        session.radio.lists = session.configuration.library ?? []
        if case .pulse = session.radio.playback.output {
            session.services.silencesSharedPlayer = true
        } else {
            session.services.busName = nil
        }
        let options = options(session, report.charset)
        try RadioSession.run(session) { ScreenView($0, options, on: $1) }
    }

    /// Returns the options of the full-screen player, from the settings and the environment.
    private func options(_ session: RadioSession.Settings, _ charset: TerminalCharset) -> ScreenOptions {
        let configuration = session.configuration
        var options = ScreenOptions(charset: charset)
        let type = Environment.value("TERM") ?? ""
        options.isPlain = isPlain || ["", "dumb"].contains(type)
        options.bindings = configuration.keys.bindings
        options.colours = configuration.colours.colours
        // An empty NO_COLOR has no effect (https://no-color.org).
        if Environment.value("NO_COLOR")?.isEmpty == false { options.colours = options.colours.withoutColours }
        options.hasMouse = configuration.screen.hasMouse ?? true
        options.hasTitle = configuration.screen.hasTitle ?? true && type != "linux"
        options.isAlone = isAlone
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
