import Glibc
import LongwaveTerminal
import RadioService
import Synchronization

/// Creates a radio, runs one session on this thread, and throws if the session's exit code is not 0.
struct PlayRunner {
    /// The player's settings, if the player applies changes of the settings file while it runs; nil if it does not.
    ///
    /// The command line takes precedence over the file.
    private(set) var player: PlayerSettings?
    var sound: SoundSettings
    var settings: PrintSettings
    var titleRules = TitleRuleSet()
    var endAfter: Duration?
    /// The paths of the files that keep the listening history.
    var journal = JournalPlaces()
    /// The directory of stations; nil for none.
    ///
    /// The player reports to the directory when one of its stations is heard, and asks it for new addresses.
    var directory: DirectoryAddress?

    /// The settings of the shared player; nil for a private player.
    var service: SharedPlayer.Settings?
    /// How long the sound plays; nil for no limit.
    var sleep: Duration?
    /// Whether heard songs are reported to the listener's accounts.
    var scrobbles = false
    /// How pictures are shown. They are shown only above a live status line.
    var artwork = ArtworkDisplay.Choice.none

    /// Creates a runner that uses no settings file, listening history, directory of stations or scrobbling.
    init(
        sound: SoundSettings, settings: PrintSettings, titleRules: TitleRuleSet = TitleRuleSet(),
        endAfter: Duration? = nil
    ) {
        self.sound = sound
        self.settings = settings
        self.titleRules = titleRules
        self.endAfter = endAfter
    }

    /// Creates a runner for a listener, with the configuration's settings.
    init(_ player: PlayerSettings, _ settings: PrintSettings) {
        let configuration = player.configuration
        self.init(
            sound: player.sound(configuration), settings: settings,
            titleRules: TitleRuleFile.readIfPossible(configuration.rules))
        self.player = player
        journal = configuration.history.journal
        directory = .asked(configuration.directory)
        artwork = configuration.artwork ?? .auto
        scrobbles = configuration.history.scrobbles ?? true
    }

    /// The session's result. The loop's thread writes it, and the runner's thread reads it.
    private final class Result: Sendable {
        let code = Mutex(ExitCode.ended)
        /// Used only on the loop's thread.
        nonisolated(unsafe) weak var session: PlaySession?
        let ambiguousName = Mutex<String?>(nil)
    }

    /// Plays what the words name. If several stations fit and a person can be asked, asks which one to play.
    /// - Parameters:
    ///   - words: the argument of the command line, such as a station's name.
    ///   - question: asks the person.
    ///   - find: returns the function that searches for what the words name.
    func run(
        _ words: String?, asking question: StationQuestion,
        find: @escaping (_ words: String?) -> PlaySession.Find
    ) throws(CommandFailure) {
        let canAsk = StationQuestion.canAsk(settings)
        guard let name = try play(find(words), asksWhich: canAsk) else { return }
        let id = try question.ask(name)
        _ = try play(find(id), asksWhich: false)
    }

    func run(find: @escaping PlaySession.Find) throws(CommandFailure) { _ = try play(find, asksWhich: false) }

    /// Runs one session.
    /// - Returns: a name that fits several stations, if a person must be asked; nil if the session is over.
    private func play(_ find: @escaping PlaySession.Find, asksWhich: Bool) throws(CommandFailure) -> String? {
        var options = settings.playOptions(endAfter: endAfter)
        options.artwork = ArtworkDisplay(
            artwork, isTerminal: options.look == .live, environment: Environment.value)
        options.asksWhich = asksWhich
        options.companions.player = player
        if let player { options.companions.configuration = player.configuration }
        options.bindings = options.companions.configuration.keys.bindings
        options.sleep = sleep
        options.companions.scrobbles = scrobbles
        if sound.playback.recording == nil {
            options.companions.busName = service == nil ? "longwave.instance\(getpid())" : "longwave"
        }
        if let service {
            options.service = service
            options.hasKeys = false
            if options.look == .live { options.look = .lines }
        }
        if case .pulse = sound.playback.output, service == nil, sound.playback.recording == nil {
            options.companions.sharedPlayers = ControlSocket.places(environment: Environment.value)
        }
        if sound.playback.recording != nil {
            options.isRecording = true
            // No keys are read, because a key could pause the playback clock, with which the recording advances.
            options.hasKeys = false
        }
        if !sound.playback.timePitchAlgorithm.isInstalled {
            options.remarks.append(
                "--rate-for music needs librubberband2, which is missing; using speech")
        }
        let result = Result()
        var configuration = Radio.Configuration()
        configuration.playback = sound.playback
        configuration.volume = sound.volume
        configuration.playback.titleRules = titleRules
        configuration.playback.timeshiftFolder = UserFolders(environment: Environment.folders).cache
        configuration.journal = journal
        configuration.directory = directory
        configuration.onJournalNews = { result.session?.received($0) }
        let radio: Radio
        do { radio = try Radio(configuration) } catch { throw CommandFailure(error) }
        radio.run { [options] manager in
            let session = PlaySession(radio, options) { code in
                result.code.withLock { $0 = code }
                let name = result.session?.ambiguousName
                result.ambiguousName.withLock { $0 = name }
            }
            result.session = session
            session.start(on: manager, find: find)
        }
        if let name = result.ambiguousName.withLock({ $0 }) { return name }
        let code = result.code.withLock { $0 }
        if code == .interrupted { Interrupt.passOn() }
        if code != .ended { throw CommandFailure(code) }
        return nil
    }
}
