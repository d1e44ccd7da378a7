import Glibc
import LongwaveTerminal
import RadioService
import Synchronization

/// Makes a manager, runs one session on this thread, and ends with its exit code.
struct PlayRunner {
    /// What the configuration is followed with; nil: it is not.
    private(set) var player: PlayerSettings?
    var sound: SoundSettings
    var settings: PrintSettings
    var titleRules = TitleRuleSet()
    var endAfter: Duration?
    /// What is written down of what is heard.
    var journal = JournalPlaces()
    /// Who is told that a station of the directory is heard, and asked where it is now; nil: nobody.
    var directory: DirectoryAddress?

    /// Of the shared player; nil: this one is private.
    var service: SharedPlayer.Settings?
    /// The sound ends after so long.
    var sleep: Duration?
    /// The listener's accounts are told what is heard.
    var scrobbles = false
    /// Whether pictures are shown, where the look has room for them.
    var artwork = ArtworkDisplay.Choice.none

    /// A player that is followed by nothing but its signals.
    init(
        sound: SoundSettings, settings: PrintSettings, titleRules: TitleRuleSet = TitleRuleSet(),
        endAfter: Duration? = nil
    ) {
        self.sound = sound
        self.settings = settings
        self.titleRules = titleRules
        self.endAfter = endAfter
    }

    /// A listener's player, as the configuration wants it.
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

    private final class Result: Sendable {
        let code = Mutex(ExitCode.ended)
        /// On the loop only.
        nonisolated(unsafe) weak var session: PlaySession?
        let ambiguousName = Mutex<String?>(nil)
    }

    /// Plays what words name. If they fit several stations, and a person is there, the person is asked.
    /// - Parameter find: finds what the words name.
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

    /// - Returns: the name that fits several stations, if a person is to be asked; nil if the session is over.
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
            // A pause would be one of the clock that the recording goes by.
            options.hasKeys = false
        }
        if !sound.playback.timePitchAlgorithm.isInstalled {
            options.remarks.append(
                "the tempo of music needs librubberband2, which is missing: it is changed as that of speech")
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
