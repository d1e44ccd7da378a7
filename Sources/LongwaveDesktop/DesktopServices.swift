import Glibc
import Longwave
import RadioLoop

/// Connects a radio to the desktop and to the listener's other programs.
///
/// Panels, the lock screen, media keys and `playerctl` show and control the radio (MPRIS 2.2). The radio is silent while
/// the computer sleeps (logind). As the options say, heard titles are shown as notifications, songs are reported to
/// services such as ListenBrainz, and programs run on events.
///
///     let desktop = await DesktopServices(radio, on: radio.manager)
///
/// The services end when the object is released. Call ``close()`` before `Radio.shutDown()` so that heard
/// songs and hooks are not lost.
public final class DesktopServices: Sendable {
    /// Which services run, and how they name the program.
    public struct Options: Sendable {
        /// The program's name, which the desktop shows.
        public var name = "Longwave"
        /// The name of the program's desktop file, without the suffix `.desktop`.
        public var desktopEntry = "longwave"
        /// The name of the program's icon in the icon theme, or the path of its file.
        public var icon = "longwave"
        /// The player's name on the session bus, after `org.mpris.MediaPlayer2.`; nil to hide the player from the
        /// desktop. Each running program needs a name of its own.
        public var busName: String? = "longwave.instance\(getpid())"
        /// Whether each title that is heard is shown as a desktop notification.
        public var notifiesTitles = false
        /// Whether heard songs are reported to the accounts that the command `longwave scrobble add` has added.
        public var scrobbles = false
        /// The programs to run on events of the player; at most 32.
        public var hooks: [Hook] = []
        /// Whether the radio and the shared player of another process are never heard at the same time. The one that
        /// plays last is heard. Not for a program that itself serves a ``SharedPlayer``.
        public var silencesSharedPlayer = false
        /// Templates for the addresses of web pages that search for a song. The events for hooks contain them.
        package var links = SongLinkTemplate.usual

        public init() {}
    }

    private let manager: PlaybackManager
    private let box: LoopBox<Services>

    /// Starts the services. Those that use a bus of D-Bus start 2 s later, so that they do not delay the first sound.
    ///
    /// Without a session bus or logind, the services that need them do nothing.
    /// - Parameters:
    ///   - radio: the radio to show and control.
    ///   - options: which services run, and how they name the program.
    ///   - manager: the radio's player.
    ///   - quit: called on the player's loop when the desktop asks the program to end; nil if it may not ask.
    ///   - report: called on the player's loop with messages for the listener, such as why a hook has failed.
    public init(
        _ radio: Radio, _ options: Options = Options(), on manager: isolated PlaybackManager,
        quit: (() -> Void)? = nil, report: @escaping (String) -> Void = { _ in }
    ) {
        self.manager = manager
        box = LoopBox(Services(radio, options, manager, quit: quit, report: report), manager.loop)
    }

    deinit { box.empty() }

    /// Applies changed hooks, and starts or ends the notifications. The other options stay as they were at the start.
    public func update(_ options: Options, on manager: isolated PlaybackManager) { box.object?.use(options, manager) }

    /// Lets the shared player be heard at the same time as this radio.
    package func yieldSound() { box.object?.claim = nil }

    /// Ends all services. Returns once heard songs are written to the disk and no hook runs any more.
    public func close() async {
        await manager.answer { manager, answer in self.close(on: manager) { answer(()) } }
    }

    package func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        guard let services = box.object else { return completion() }
        box.empty()
        services.finish(manager.snapshot) { withExtendedLifetime(services, completion) }
    }
}

/// The parts of ``DesktopServices``, which are used on the player's loop only.
private final class Services {
    private let radio: Radio
    private var options: DesktopServices.Options
    private let quit: (() -> Void)?
    private let report: (String) -> Void
    private let hooks: HookRunner
    private var scrobbler: Scrobbler?
    var claim: SoundClaim?
    private var sleepGuard: SleepGuard?
    private var mpris: MprisPlayer?
    private var notifier: TitleNotifier?
    private var artwork: ArtworkCache?
    private var busTimer: LoopTimer?

    /// The delay before the services connect to the session bus, so that this work does not delay the first sound.
    private static let busDelay = Duration.seconds(2)

    init(
        _ radio: Radio, _ options: DesktopServices.Options, _ manager: isolated PlaybackManager, quit: (() -> Void)?,
        report: @escaping (String) -> Void
    ) {
        (self.radio, self.options, self.quit, self.report) = (radio, options, quit, report)
        hooks = HookRunner(manager, report: report)
        use(options, manager)
        if options.scrobbles { scrobble(manager) }
        if options.silencesSharedPlayer {
            claim = SoundClaim(manager, places: ControlSocket.places(environment: Environment.value))
        }
        busTimer = manager.loop.schedule(after: Self.busDelay) { [weak self] in
            guard let self else { return }
            sleepGuard = SleepGuard(manager)
            joinDesktop(manager)
        }
    }

    deinit { busTimer?.cancel() }

    func use(_ new: DesktopServices.Options, _ manager: isolated PlaybackManager) {
        (options.hooks, options.links, options.notifiesTitles) = (new.hooks, new.links, new.notifiesTitles)
        hooks.use(Array(options.hooks.prefix(Hook.maximumCount)), links: options.links, on: manager)
        if mpris != nil { notify(manager) }
    }

    func finish(_ snapshot: PlaybackSnapshot, then completion: @escaping () -> Void) {
        busTimer?.cancel()
        (claim, sleepGuard, mpris, notifier) = (nil, nil, nil, nil)
        // The calls below may call `done` at once.
        var left = 2
        let done = {
            left -= 1
            if left == 0 { completion() }
        }
        hooks.finish(then: done)
        if let scrobbler { scrobbler.close(snapshot, then: done) } else { done() }
    }

    /// Starts to report heard songs if the listener has added an account with `longwave scrobble add`.
    private func scrobble(_ manager: isolated PlaybackManager) {
        guard let files = ScrobbleFiles(environment: Environment.folders), files.exist else { return }
        do throws(ScrobblingAccounts.Failure) {
            let accounts = try files.read().accounts
            guard !accounts.isEmpty else { return }
            scrobbler = Scrobbler(manager, files, accounts: accounts.map(\.name), report: report)
        } catch { report(error.sentence) }
    }

    private func joinDesktop(_ manager: isolated PlaybackManager) {
        guard options.busName != nil else { return }
        artwork = ArtworkCache.usual(environment: Environment.folders, loop: manager.loop)
        let perform = { [radio, report] (command: PlayerCommand) in
            radio.perform(command, on: manager) { result in
                // A request that cannot be carried out is ignored, as MPRIS requires, except a request to play.
                if case .play = command, case .failure(let error) = result { report(error.sentence) }
            }
        }
        mpris = MprisPlayer(
            manager, options, playlists: radio.reader.playlists, artwork: artwork, quit: quit, perform: perform)
        notify(manager)
    }

    /// Starts or ends the desktop notifications of heard titles, as the options say.
    private func notify(_ manager: isolated PlaybackManager) {
        if options.notifiesTitles == (notifier != nil) { return }
        notifier = options.notifiesTitles ? TitleNotifier(manager, options, artwork: artwork) : nil
    }
}
