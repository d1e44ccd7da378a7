import Glibc
import LongwaveDesktop
import LongwaveTerminal
import Synchronization

/// Creates a radio and runs one play session on this thread. Throws if the session's exit code is not 0.
struct PlayRunner {
    /// The player's settings, if the player follows changes of the settings file while it runs; nil if it does not.
    ///
    /// Settings of the command line take precedence over the file.
    private(set) var player: PlayerSettings?
    var sound: SoundSettings
    var settings: PrintSettings
    var titleRules = TitleRuleSet()
    var endAfter: Duration?
    /// The paths of the files that keep the listening history.
    var journal = JournalPlaces()
    /// The address of the online directory of stations; nil to use no directory.
    ///
    /// When a station from the directory is heard, the player reports this to the directory. If such a station fails,
    /// the player asks the directory for the station's new addresses.
    var directory: DirectoryAddress?

    /// The settings of the shared player if the session runs one; nil for a private player.
    var service: SharedPlayer.Options?
    /// The time after which the sleep timer ends the sound; nil for no sleep timer.
    var sleep: Duration?
    /// Whether heard songs are reported to the listener's accounts.
    var scrobbles = false
    /// The way of showing pictures that the listener chose. Pictures are shown only above a live status line.
    var artwork = ArtworkDisplay.Choice.none

    /// Creates a runner that uses no settings file, listening history, online directory of stations or scrobbling.
    init(
        sound: SoundSettings, settings: PrintSettings, titleRules: TitleRuleSet = TitleRuleSet(),
        endAfter: Duration? = nil
    ) {
        self.sound = sound
        self.settings = settings
        self.titleRules = titleRules
        self.endAfter = endAfter
    }

    /// Creates a runner with the settings of `player`, including the listening history, the online directory of
    /// stations and scrobbling.
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

    /// The play session's result. The loop's thread writes it, and the runner's thread reads it.
    private final class Result: Sendable {
        let code = Mutex(ExitCode.ended)
        /// The session. This property is used only on the event loop's thread.
        nonisolated(unsafe) weak var session: PlaySession?
        let ambiguousName = Mutex<String?>(nil)
    }

    /// Plays what the words name. If the words fit several stations and a person can be asked, asks which station to
    /// play.
    /// - Parameters:
    ///   - words: the argument of the command line, such as a station's name; nil if there is none.
    ///   - question: asks the person which station is meant.
    ///   - find: returns a function that searches for what the words name, and passes on the result.
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

    /// Runs one play session, and returns when it has ended.
    /// - Returns: a name that several stations have. The caller then lets the person choose one, and runs another
    ///   session. Nil if there is nothing to ask.
    private func play(_ find: @escaping PlaySession.Find, asksWhich: Bool) throws(CommandFailure) -> String? {
        var options = settings.playOptions(endAfter: endAfter)
        options.artwork = ArtworkDisplay(
            artwork, isTerminal: options.look == .live, environment: Environment.value)
        options.asksWhich = asksWhich
        options.companions.player = player
        if let player { options.companions.configuration = player.configuration }
        options.bindings = options.companions.configuration.keys.bindings
        options.sleep = sleep
        options.companions.services.scrobbles = scrobbles
        if service != nil { options.companions.services.busName = "longwave" }
        if sound.playback.recording != nil { options.companions.services.busName = nil }
        if let service {
            options.service = service
            options.hasKeys = false
            if options.look == .live { options.look = .lines }
        }
        if case .pulse = sound.playback.output, service == nil, sound.playback.recording == nil {
            options.companions.services.silencesSharedPlayer = true
        }
        if sound.playback.recording != nil {
            options.isRecording = true
            // A recording session reads no keys. A key could pause playback, and the recording would stop advancing.
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
