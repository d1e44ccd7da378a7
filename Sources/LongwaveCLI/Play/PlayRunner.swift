import LongwaveDesktop
import LongwaveTerminal
import RadioWeb
import Synchronization

/// Runs one play session on this thread.
struct PlayRunner {
    var session: RadioSession.Settings
    var settings: PrintSettings
    var endAfter: Duration?
    /// The settings of the shared player if the session runs one; nil for a private player.
    var service: SharedPlayer.Options?
    /// The fronts that the player offers to other devices.
    var remote = RemoteFronts.Options()
    /// The time after which the sleep timer ends the sound; nil for no sleep timer.
    var sleep: Duration?
    /// The programme to play, instead of what the command line names; nil for none.
    var programme: String?
    /// The way of showing pictures that the listener chose. Pictures are shown only above a live status line.
    private var artwork = ArtworkDisplay.Choice.none

    /// Creates a runner that follows no settings file, and reports no songs.
    init(_ radio: Radio.Configuration, _ settings: PrintSettings, endAfter: Duration? = nil) {
        session = RadioSession.Settings(radio: radio)
        self.settings = settings
        self.endAfter = endAfter
    }

    /// Creates a runner with the settings of `player`, including the listening history, the online directory of
    /// stations and scrobbling.
    init(_ player: PlayerSettings, _ settings: PrintSettings) {
        self.init(player.radio, settings)
        session.use(player)
        artwork = session.configuration.artwork ?? .auto
    }

    /// Plays what the words name. If the words fit several stations and a person can be asked, asks which station to
    /// play.
    /// - Parameters:
    ///   - words: the argument of the command line, such as a station's name; nil if there is none.
    ///   - question: asks the person which station is meant.
    ///   - find: returns a function that searches for what the words name, and passes on the result.
    func run(
        _ words: String?, asking question: StationQuestion,
        find: @escaping (_ words: String?) -> PlayView.Find
    ) throws(CommandFailure) {
        guard StationQuestion.canAsk(settings) else { return try run(find: find(words)) }
        let ambiguous = Mutex<String?>(nil)
        do throws(CommandFailure) {
            try run(find: find(words)) { name in ambiguous.withLock { $0 = name } }
        } catch {
            guard let name = ambiguous.withLock({ $0 }) else { throw error }
            try run(find: find(question.ask(name)))
        }
    }

    /// Runs one play session, and returns when it has ended. Throws if its exit code is not 0.
    /// - Parameters:
    ///   - find: searches for what to play.
    ///   - onAmbiguous: called with a name that several stations have. The session then ends. Nil if nobody can be asked
    ///     which station is meant.
    func run(
        find: @escaping PlayView.Find, onAmbiguous: (@Sendable (String) -> Void)? = nil
    ) throws(CommandFailure) {
        var options = settings.playOptions(endAfter: endAfter)
        options.artwork = ArtworkDisplay(
            artwork, isTerminal: options.look == .live, environment: Environment.value)
        options.onAmbiguous = onAmbiguous
        options.bindings = session.configuration.keys.bindings
        options.sleep = sleep
        options.programme = programme
        options.remote = remote
        var session = session
        if let service {
            options.service = service
            options.hasKeys = false
            if options.look == .live { options.look = .lines }
            session.isService = true
            session.services.busName = "longwave"
        }
        let playback = session.radio.playback
        if playback.recording != nil {
            options.isRecording = true
            // A recording session reads no keys. A key could pause playback, and the recording would stop advancing.
            options.hasKeys = false
            session.services.busName = nil
        } else if case .pulse = playback.output, service == nil {
            session.services.silencesSharedPlayer = true
        }
        if !playback.timePitchAlgorithm.isInstalled {
            options.remarks.append(
                "--rate-for music needs librubberband2, which is missing; using speech")
        }
        try RadioSession.run(session) { [options] in PlayView($0, options, on: $1, find: find) }
    }
}
