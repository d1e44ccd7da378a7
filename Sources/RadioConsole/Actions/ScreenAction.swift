import Glibc
import LongwaveDesktop
import LongwaveTerminal
import Synchronization

/// The command `longwave` without a subcommand on a terminal: the player on the whole screen.
public struct ScreenAction {
    let output: OutputChoice
    let options: Configuration
    /// Whether the player prints lines instead of drawing a page.
    let isPlain: Bool
    /// Whether this process plays the sound itself even if a shared player runs.
    let isAlone: Bool

    public init(
        output: OutputChoice, options: Configuration, isPlain: Bool, isAlone: Bool
    ) {
        self.output = output
        self.options = options
        self.isPlain = isPlain
        self.isAlone = isAlone
    }

    /// Whether standard input and output are a terminal.
    public static var hasTerminal: Bool { Terminal.isTerminal(STDIN_FILENO) && Terminal.isTerminal(STDOUT_FILENO) }

    /// Runs the command and returns the exit code.
    public func run() -> Int32 {
        ReportOutput(PrintSettings(format: nil, isQuiet: false, isVerbose: false)).ending(run)
    }

    /// The session's result. The event loop's thread stores it, and ``run(_:)`` reads it after the session.
    private final class Outcome: Sendable {
        let result = Mutex(Result<ExitCode, CommandFailure>.success(.ended))
        /// The session. This property is used only on the event loop's thread.
        nonisolated(unsafe) weak var session: ScreenSession?
    }

    /// Shows the full-screen player, and blocks until the player has ended. Throws if its exit code is not 0.
    private func run(_ report: ReportOutput) throws(CommandFailure) {
        let player = PlayerSettings(options: options, kind: .privatePlayer, output: output)
        let configuration = player.configuration
        let sound = player.sound(configuration)
        let journal = configuration.history.journal
        var options = options(configuration, sound, report.charset, titles: journal.titles)
        options.companions.player = player
        var settings = Radio.Configuration()
        settings.playback = sound.playback
        settings.volume = sound.volume
        settings.playback.titleRules = TitleRuleFile.readIfPossible(configuration.rules)
        settings.playback.timeshiftFolder = UserFolders(environment: Environment.folders).cache
        settings.journal = journal
        settings.directory = options.directory
        settings.lists = options.libraries
        let outcome = Outcome()
        settings.onJournalNews = { outcome.session?.received($0) }
        let radio: Radio
        do { radio = try Radio(settings) } catch { throw CommandFailure(error) }
        radio.run { [options] manager in
            let session = ScreenSession(radio, options, on: manager) { code in
                outcome.result.withLock { $0 = .success(code) }
            }
            outcome.session = session
            do throws(StationPickerError) { try session.start(on: manager) } catch {
                outcome.result.withLock {
                    $0 = .failure(CommandFailure(code: .unavailable, sentence: "The screen cannot be shown: \(error)."))
                }
                manager.shutDown()
            }
        }
        let code = try outcome.result.withLock { $0 }.get()
        if code == .interrupted { Interrupt.passOn() }
        if code != .ended { throw CommandFailure(code) }
    }

    /// Returns the options of the full-screen player, from the configuration and the environment.
    private func options(
        _ configuration: Configuration, _ sound: SoundSettings, _ charset: TerminalCharset, titles: String?
    ) -> ScreenOptions {
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
        options.libraries = configuration.library ?? []
        options.directory = .asked(configuration.directory)
        options.titles = titles
        options.artwork = ArtworkDisplay(
            configuration.artwork ?? .auto, isTerminal: !options.isPlain, environment: Environment.value)
        options.sharedPlayers = ControlSocket.places(environment: Environment.value)
        options.serviceArguments = ServiceArguments.listening(
            sound.playback.policy, configuration.play.policy ?? .listener)
        options.companions.configuration = configuration
        options.companions.services.scrobbles = configuration.history.scrobbles ?? true
        options.isHeard = false
        if case .pulse(_, let devices) = sound.playback.output {
            (options.isHeard, options.devices) = (true, devices)
            options.companions.services.silencesSharedPlayer = true
        } else {
            options.companions.services.busName = nil
        }
        return options
    }
}
