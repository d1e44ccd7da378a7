import LongwaveTerminal
import RadioService

/// The services that run alongside a player of this process, in `play`, on the screen and in `serve`.
///
/// The companions follow the settings file and run its hooks, report songs (scrobbling), connect to the desktop (MPRIS
/// and notifications), silence the player before the computer sleeps, and silence the shared player while this player
/// plays. They are used only on the player's loop.
final class PlayerCompanions {
    /// The choice of companions, and their settings.
    struct Settings: Sendable {
        /// The player's settings, if the player applies changes of the settings file while it runs; nil if it does not.
        ///
        /// The command line takes precedence over the file.
        var player: PlayerSettings?
        /// The settings at the start.
        var configuration = Configuration()
        /// The player's name on the session bus, after `org.mpris.MediaPlayer2.`; nil to hide the player from the
        /// desktop.
        var busName: String?
        /// Whether heard songs are reported to the listener's accounts.
        var scrobbles = false
        /// The sockets where a shared player may listen. A running shared player is silenced while this player plays.
        var sharedPlayers: [String] = []
    }

    /// The closures by which the companions act on the program.
    struct Actions {
        /// Shows a line to the person.
        var say: (String) -> Void
        /// Called when the settings have changed.
        var onChange: (Configuration) -> Void = { _ in }
        /// Plays the items that the desktop asked for.
        var play: (Programme) -> Void
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

    /// The delay before the session bus is used, so that this work does not delay the sound.
    private static let busDelay = Duration.seconds(2)

    /// Starts the companions. Create them before the player's first item, so that they receive its events.
    init(_ radio: Radio, _ manager: isolated PlaybackManager, _ settings: Settings, _ actions: Actions) {
        self.radio = radio
        self.actions = actions
        configuration = settings.configuration
        if settings.scrobbles { scrobble(manager) }
        if let player = settings.player { follow(player, manager) }
        if !settings.sharedPlayers.isEmpty { claim = SoundClaim(manager, places: settings.sharedPlayers) }
        busTimer = manager.loop.schedule(after: Self.busDelay) { [weak self] in
            guard let self else { return }
            sleepGuard = SleepGuard(manager)
            if let name = settings.busName { joinDesktop(name, manager) }
        }
    }

    /// The first error of the settings file; nil if the file has none.
    var problem: String? { follower?.problem }

    /// Reads the settings file now, whether or not it has changed.
    /// - Parameter completion: called when the file was read, with or without an error.
    func reload(_ completion: @escaping () -> Void) {
        if let follower { follower.reload(completion) } else { completion() }
    }

    /// Allows the shared player to be heard at the same time as this player.
    func yieldSound() { claim = nil }

    /// Ends all companions. Calls `completion` when the songs to report are on the disk.
    func finish(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        busTimer?.cancel()
        (follower, claim, sleepGuard, mpris, notifier) = (nil, nil, nil, nil, nil)
        guard let scrobbler = scrobbler.take() else { return completion() }
        scrobbler.close(snapshot) {
            withExtendedLifetime(scrobbler) {}
            completion()
        }
    }

    /// Starts to report heard songs if the listener has an account.
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
            if mpris != nil { notify(manager) }
            actions.onChange(new)
        }
    }

    // MARK: The desktop

    private func joinDesktop(_ name: String, _ manager: isolated PlaybackManager) {
        artwork = ArtworkCache.ofUser(loop: manager.loop)
        let desktop = MprisPlayer.Actions(
            quit: actions.quit,
            open: { [weak self] in self?.open($0, QueueSettings(), manager) },
            playPlaylist: { [weak self] in self?.open(nil, QueueSettings(playlist: $0), manager) })
        mpris = MprisPlayer(manager, name: name, artwork: artwork, desktop)
        notify(manager)
    }

    /// Finds the address or the playlist that the desktop asked for, and plays it.
    private func open(_ address: String?, _ queue: QueueSettings, _ manager: isolated PlaybackManager) {
        let library = LibraryReader(named: configuration.library ?? [], isNamed: false)
        let finder = ProgrammeFinder(argument: address, library: library, queue: queue)
        finder.find(radio.memory(on: manager), on: manager.loop) { [weak self] result in
            guard let self, mpris != nil else { return }
            switch result {
            case .success(let programme): actions.play(programme)
            case .failure(let error): actions.say(error.sentence)
            }
        }
    }

    /// Starts or ends the desktop's notifications of titles, according to the settings.
    private func notify(_ manager: isolated PlaybackManager) {
        let isWanted = configuration.notifies ?? false
        if isWanted == (notifier != nil) { return }
        notifier = isWanted ? TitleNotifier(manager, artwork: artwork) : nil
    }
}
