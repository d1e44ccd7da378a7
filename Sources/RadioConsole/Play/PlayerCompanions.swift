import LongwaveDesktop
import LongwaveTerminal

/// The services that run alongside a player of this process, in `play`, in the full-screen player and in `serve`.
///
/// The companions follow the settings file and run its hooks. They report heard songs (scrobbling), and connect the
/// player to the desktop (MPRIS and notifications). They silence the player before the computer sleeps, and silence a
/// running shared player while this player plays. They are used only on the player's loop.
final class PlayerCompanions {
    /// Which companions run, and their settings.
    struct Settings: Sendable {
        /// The player's settings, if the player follows changes of the settings file while it runs; nil if it does not.
        ///
        /// Settings of the command line take precedence over the file.
        var player: PlayerSettings?
        /// The settings when the player starts.
        var configuration = Configuration()
        /// The player's name on the session bus, after `org.mpris.MediaPlayer2.`; nil to hide the player from the
        /// desktop.
        var busName: String?
        /// Whether heard songs are reported to the listener's accounts.
        var scrobbles = false
        /// The paths of the sockets where a shared player may listen. A shared player that listens there is silenced
        /// while this player plays. Empty to silence none.
        var sharedPlayers: [String] = []
    }

    /// The closures by which the companions control the program that runs the player.
    struct Actions {
        /// Shows a line to the person.
        var say: (String) -> Void
        /// Called with the new settings after the settings file has changed.
        var onChange: (Configuration) -> Void = { _ in }
        /// Ends the program.
        var quit: () -> Void
    }

    private(set) var configuration: Configuration
    private let radio: Radio
    private let actions: Actions
    private var follower: ConfigurationFollower?
    private var scrobbler: Scrobbler?
    private var claim: SoundClaim?
    private var sleepGuard: SleepGuard?
    private var mpris: MprisPlayer?
    private var notifier: TitleNotifier?
    private var artwork: ArtworkCache?
    private var busTimer: LoopTimer?

    /// The delay before the companions connect to the session bus, so that this work does not delay the first sound.
    private static let busDelay = Duration.seconds(2)

    /// Starts the companions. Create them before the player's first item, so that they receive all events of that item.
    init(_ radio: Radio, _ manager: isolated PlaybackManager, _ settings: Settings, _ actions: Actions) {
        self.radio = radio
        self.actions = actions
        configuration = settings.configuration
        radio.use(configuration.commands, on: manager)
        if settings.scrobbles { scrobble(manager) }
        if let player = settings.player { follow(player, manager) }
        if !settings.sharedPlayers.isEmpty { claim = SoundClaim(manager, places: settings.sharedPlayers) }
        busTimer = manager.loop.schedule(after: Self.busDelay) { [weak self] in
            guard let self else { return }
            sleepGuard = SleepGuard(manager)
            if let name = settings.busName { joinDesktop(name, manager) }
        }
    }

    /// The first error in the settings file when it was last read; nil if the file had none.
    var problem: String? { follower?.problem }

    /// Reads the settings file now, whether or not it has changed.
    /// - Parameter completion: called when the file was read, with or without an error.
    func reload(_ completion: @escaping () -> Void) {
        if let follower { follower.reload(completion) } else { completion() }
    }

    /// Stops silencing the shared player, so that it can be heard at the same time as this player.
    func yieldSound() { claim = nil }

    /// Ends all companions. Calls `completion` when the songs that are not reported yet are written to the disk, and no
    /// hook runs any more.
    func finish(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        busTimer?.cancel()
        (claim, sleepGuard, mpris, notifier) = (nil, nil, nil, nil)
        let (follower, scrobbler) = (follower.take(), scrobbler.take())
        // The calls below may call `done` at once.
        var left = 2
        let done = {
            left -= 1
            if left == 0 { withExtendedLifetime((follower, scrobbler), completion) }
        }
        if let follower { follower.finish(then: done) } else { done() }
        if let scrobbler { scrobbler.close(snapshot, then: done) } else { done() }
    }

    /// Starts to report heard songs if the listener has added an account with `longwave scrobble add`.
    private func scrobble(_ manager: isolated PlaybackManager) {
        guard let files = ScrobbleFiles(environment: Environment.folders), files.exist else { return }
        do throws(ScrobblingAccounts.Failure) {
            let accounts = try files.read().accounts
            guard !accounts.isEmpty else { return }
            scrobbler = Scrobbler(manager, files, accounts: accounts.map(\.name), report: actions.say)
        } catch { actions.say(error.sentence) }
    }

    private func follow(_ player: PlayerSettings, _ manager: isolated PlaybackManager) {
        follower = ConfigurationFollower(manager, player, say: actions.say) { [weak self] new in
            guard let self else { return }
            configuration = new
            radio.use(new.commands, on: manager)
            if mpris != nil { notify(manager) }
            actions.onChange(new)
        }
    }

    // MARK: The desktop

    private func joinDesktop(_ name: String, _ manager: isolated PlaybackManager) {
        artwork = ArtworkCache.ofUser(loop: manager.loop)
        let radio = radio
        let perform = { [actions] (command: PlayerCommand) in
            radio.perform(command, on: manager) { result in
                // A request that cannot be carried out is ignored, as MPRIS requires, except a request to play.
                if case .play = command, case .failure(let error) = result { actions.say(error.sentence) }
            }
        }
        mpris = MprisPlayer(manager, name: name, artwork: artwork, quit: actions.quit, perform: perform)
        notify(manager)
    }

    /// Starts or ends the desktop notifications of heard titles, as the settings say.
    private func notify(_ manager: isolated PlaybackManager) {
        let isWanted = configuration.notifies ?? false
        if isWanted == (notifier != nil) { return }
        notifier = isWanted ? TitleNotifier(manager, artwork: artwork) : nil
    }
}
