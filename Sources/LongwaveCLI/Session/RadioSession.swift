import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioLoop
import Synchronization

/// One run of a command with a radio, from the creation of the radio to the exit code. What the command shows is a view
/// of the session: `play`, the full-screen player, `log`, or a task such as the picker's.
///
/// The session handles signals, follows the settings file, runs the ``DesktopServices``, and reports problems of the
/// journal. It is used only on the manager's loop. The session and its view keep each other alive until the end.
final class RadioSession {
    struct Settings: Sendable {
        var radio = Radio.Configuration()
        /// The player's settings, if the session follows changes of the settings file; nil if it does not.
        ///
        /// Settings of the command line take precedence over the file.
        var player: PlayerSettings?
        /// The settings when the session starts.
        var configuration = Configuration()
        /// The options of the services, except those that the configuration contains.
        var services = DesktopServices.Options()
        /// Whether the session goes on when its sleep timer is over, because it runs the shared player.
        var isService = false
        /// The signals that the session handles.
        var signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]

        /// The settings of a command that plays nothing.
        static var silent: Settings {
            var settings = Settings()
            settings.radio.playback.output = .null
            settings.radio.journal = JournalPlaces()
            return settings
        }

        /// Makes the session follow the settings file, and report songs to the listener's accounts.
        mutating func use(_ player: PlayerSettings) {
            self.player = player
            configuration = player.configuration
            services.scrobbles = configuration.history.scrobbles ?? true
        }
    }

    let radio: Radio
    private let settings: Settings
    private let onEnd: (Result<ExitCode, CommandFailure>) -> Void
    private var view: (any SessionView)?
    private(set) var configuration: Configuration
    private var follower: ConfigurationFollower?
    private var services: DesktopServices?
    private var signals: SignalWatch?
    private(set) var isEnding = false
    private var isConcluded = false

    /// How long the session waits at its end for its view, and for files to be written, such as those of the listening
    /// history.
    private static let writePatience = Duration.seconds(5)

    private init(_ radio: Radio, _ settings: Settings, onEnd: @escaping (Result<ExitCode, CommandFailure>) -> Void) {
        self.radio = radio
        self.settings = settings
        self.onEnd = onEnd
        configuration = settings.configuration
    }

    /// The session and its result. The loop's thread writes the result, and the thread that has called ``run(_:_:)``
    /// reads it.
    private final class Outcome: Sendable {
        let result = Mutex(Result<ExitCode, CommandFailure>.success(.ended))
        /// This property is used only on the event loop's thread.
        nonisolated(unsafe) weak var session: RadioSession?
    }

    /// Runs a session on this thread, and returns when it has ended. Throws if its exit code is not 0.
    /// - Parameter view: creates the session's view.
    static func run(
        _ settings: Settings, _ view: @escaping @Sendable (RadioSession, isolated PlaybackManager) -> any SessionView
    ) throws(CommandFailure) {
        let outcome = Outcome()
        var configuration = settings.radio
        configuration.onJournalNews = { outcome.session?.received($0) }
        configuration.onDirectoryRequest = { outcome.session?.view?.note($0) }
        let radio: Radio
        do { radio = try Radio(configuration) } catch { throw CommandFailure(error) }
        radio.run { manager in
            let session = RadioSession(radio, settings) { result in outcome.result.withLock { $0 = result } }
            outcome.session = session
            session.start(view, manager)
        }
        let code = try outcome.result.withLock { $0 }.get()
        if code == .interrupted { Interrupt.passOn() }
        if code != .ended { throw CommandFailure(code) }
    }

    private func start(
        _ makeView: (RadioSession, isolated PlaybackManager) -> any SessionView, _ manager: isolated PlaybackManager
    ) {
        // This blocks the signals for this thread. It must happen before any other thread starts, because threads
        // inherit the signal mask.
        if !settings.signals.isEmpty { watchSignals(manager) }
        let view = makeView(self, manager)
        self.view = view
        do throws(CommandFailure) { try view.start(on: manager) } catch {
            self.view = nil
            onEnd(.failure(error))
            manager.shutDown()
        }
    }

    /// Handles signals from the terminal, such as Ctrl-C, and from a service manager such as systemd.
    private func watchSignals(_ manager: isolated PlaybackManager) {
        signals = try? SignalWatch(manager.loop, settings.signals) { [weak self] signal in
            guard let self, !isEnding else { return }
            switch signal {
            case SIGTSTP:
                view?.leave()
                // SIGTSTP is used instead of SIGSTOP, because the kernel ignores SIGTSTP if no shell could continue the
                // program. This call returns when the shell has continued the program.
                SignalWatch.deliver(SIGTSTP)
                view?.resume(manager)
            case SIGCONT: view?.resume(manager)
            case SIGWINCH: view?.redraw(manager)
            case SIGHUP where view?.reload(on: manager) == true: break
            case SIGINT: end(.interrupted, manager)
            case _: end(.ended, manager)
            }
        }
    }

    // MARK: The player of this process

    /// Follows the settings file and starts the services, which a player of this process needs. Call this before the
    /// player's first item, so that the services receive all events of that item.
    func accompany(_ manager: isolated PlaybackManager) {
        radio.use(configuration.commands, on: manager)
        services = DesktopServices(
            radio, settings.services.with(configuration), on: manager,
            quit: { [weak self] in self?.end(.ended, manager) }, report: { [weak self] in self?.view?.say($0) })
        if !settings.isService { radio.onSleep(on: manager) { [weak self] in self?.end(.ended, manager) } }
        guard let player = settings.player else { return }
        follower = ConfigurationFollower(manager, player) { [weak self] in
            self?.view?.say($0)
        } onChange: { [weak self] new in
            guard let self else { return }
            configuration = new
            radio.use(new.commands, on: manager)
            services?.update(settings.services.with(new), on: manager)
            view?.use(new)
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
    func yieldSound() { services?.yieldSound() }

    /// The settings of recordings that a key begins.
    var keeping: KeepSettings { KeepSettings(configuration.recording) }

    /// Reports that a file of the listening history (the journal) cannot be used, or can be used again.
    private func received(_ news: JournalNews) {
        switch news {
        case .titles(let error):
            view?.say(error.map(TitleWords.notWritten) ?? "the history can be written again")
        case .listener(let error): view?.say(error.map(ListenerWords.notRead) ?? "plays are counted again")
        // If the last station and volume cannot be stored, nothing important is lost.
        case .memory(let problem): view?.note(problem)
        case .deletedTitles(let count): view?.note(TitleWords.deleted(count))
        }
    }

    // MARK: The end

    /// Ends the session and the program, unless the view has to finish work before. This happens at the end of the
    /// turn, so that the current notification reaches all observers before.
    func end(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        var code = code
        if let view {
            guard let changed = view.ending(with: code, manager) else { return }
            code = changed
        }
        isEnding = true
        manager.loop.post { [self, code] in finish(code, manager) }
    }

    /// Ends the view and the sound. Waits until files are written, at most for ``writePatience``.
    private func finish(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        radio.perform(.sleep(nil), on: manager)
        if let view {
            view.close(on: manager) { [self] in silence(code, manager) }
        } else {
            silence(code, manager)
        }
        signals?.cancel()
        manager.loop.schedule(after: Self.writePatience) { [self] in
            guard !isConcluded else { return }
            CommandNotes().say("the disk does not answer; some of the history is lost")
            conclude(code, manager)
        }
    }

    private func silence(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        follower = nil
        radio.finish(on: manager) { [self] in leaveServices(code, manager) }
    }

    /// Waits until the songs that are not reported yet are written to the disk, and no hook runs any more.
    private func leaveServices(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard let services else { return conclude(code, manager) }
        services.close(on: manager) { [self] in conclude(code, manager) }
    }

    /// Ends the loop. This happens at the end of the turn, because this method may be called before `finish` returns.
    private func conclude(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isConcluded else { return }
        isConcluded = true
        manager.loop.post { [self] in
            (view, services) = (nil, nil)
            onEnd(.success(code))
            manager.shutDown()
        }
    }
}

/// What a ``RadioSession`` shows to a person. A view is used only on the manager's loop.
protocol SessionView: AnyObject {
    /// Shows the view and begins its work.
    func start(on manager: isolated PlaybackManager) throws(CommandFailure)
    /// Shows a line to the person.
    func say(_ text: String)
    /// Shows a line that helps to find a fault, if the person has asked for such lines.
    func note(_ text: String)
    /// Called after the settings file has changed.
    func use(_ configuration: Configuration)
    /// Reads the settings again, because a service manager has asked for it by SIGHUP. Returns false if the signal ends
    /// the session.
    func reload(on manager: isolated PlaybackManager) -> Bool
    /// Restores the terminal, because the program will be suspended.
    func leave()
    /// Takes over the terminal again, because the program was continued.
    func resume(_ manager: isolated PlaybackManager)
    /// Shows everything again, because the terminal has changed its size.
    func redraw(_ manager: isolated PlaybackManager)
    /// Returns the exit code with which the session ends now. Returns nil if something must be finished before; the view
    /// then ends the session later.
    func ending(with code: ExitCode, _ manager: isolated PlaybackManager) -> ExitCode?
    /// Restores the terminal and ends the view. Calls `completion` when the view's files are written.
    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void)
}

extension SessionView {
    func note(_ text: String) {}
    func use(_ configuration: Configuration) {}
    func reload(on manager: isolated PlaybackManager) -> Bool { false }
    func leave() {}
    func resume(_ manager: isolated PlaybackManager) {}
    func redraw(_ manager: isolated PlaybackManager) {}
    func ending(with code: ExitCode, _ manager: isolated PlaybackManager) -> ExitCode? { code }
}

extension DesktopServices.Options {
    /// Returns the options with the hooks, the links and the notifications of a configuration.
    fileprivate func with(_ configuration: Configuration) -> DesktopServices.Options {
        var new = self
        new.hooks = configuration.hooks ?? []
        new.links = configuration.links ?? SongLinkTemplate.usual
        new.notifiesTitles = configuration.notifies ?? false
        return new
    }
}
