import CLinux
import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioLoop

/// One run of the player at a terminal, in a pipe or as a service, from the search for the items to the exit code.
///
/// The session works on the manager's loop. The closures that observe the manager keep the session alive until its end.
final class PlaySession {
    /// Finds the programme (the items to play) that the command line names.
    typealias Find = @Sendable (MemoryStore?, EventLoop, @escaping Programme.Found) -> Void

    private let radio: Radio
    private let options: PlayOptions
    private let log: VerboseLog
    private let onEnd: (ExitCode) -> Void
    /// The name for which several stations were found, if a person can be asked which one is meant. The session then
    /// ends without a message.
    private(set) var ambiguousName: String?

    private var front: PlayFront?
    private var programme = Programme(items: [], isStation: false)
    private var observations: [PlaybackObservation] = []
    private var signals: SignalWatch?
    private var keys: DescriptorWatch?
    private var keyReader = KeyReader()
    private var endTimer: LoopTimer?
    private var reporter: ServiceReporter?
    private var companions: PlayerCompanions?
    private var shared: SharedPlayer?
    private var playerKeys: PlayerKeys?
    private var pictures: PlayPictures?
    /// The sentence that says why the last item failed; nil if no item failed or the sentence was printed.
    private var failure: String?
    /// Whether the session has reported that the tape (the station's past sound) cannot be written to the disk.
    private var isTapeLost = false
    /// Why the last attempt to connect failed; nil if none has failed.
    private var lastFailure: StreamError?
    /// The exit code that the session's recording was asked to end with, or has ended with; nil while it goes on.
    private var recordingCode: ExitCode?
    private var isEnding = false
    private var isConcluded = false
    private var isCodeReleased = false

    /// How long the session waits at its end for files to be written, such as those of the listening history.
    private static let writePatience = Duration.seconds(5)

    /// Creates a session.
    /// - Parameters:
    ///   - radio: the radio that plays.
    ///   - onEnd: called on the loop with the exit code; the loop ends afterwards.
    init(_ radio: Radio, _ options: PlayOptions, onEnd: @escaping (ExitCode) -> Void) {
        self.radio = radio
        self.options = options
        self.onEnd = onEnd
        log = VerboseLog(start: .now)
    }

    /// Starts the session. Work that is not urgent comes after the call of `find`, so that it is done while `find`
    /// waits for the network.
    func start(on manager: isolated PlaybackManager, find: Find) {
        // `watchSignals` blocks the signals for this thread. This must happen before any other thread starts, because
        // threads inherit the signal mask.
        watchSignals(manager)
        let front = PlayFront(options, loop: manager.loop) { [self] in end(.ended, manager) }
        self.front = front
        observations.append(manager.observe { [self] in received($0, manager) })
        if options.isRecording { manager.onRecording = { [self] in received($0, manager) } }
        if front.presenter.wantsTicks {
            // The player sends `bufferDidChange` only while there is a buffer observer. Then the other observers
            // receive the notification, too, so the observer's closure does nothing.
            observations.append(manager.observeBuffer { _ in })
        }
        accompany(manager)
        playerKeys = PlayerKeys(LocalLink(radio, manager)) { [weak self] in
            KeepSettings(self?.companions?.configuration.recording ?? .init())
        } say: { [weak self] in
            self?.front?.say($0)
        } onLevels: { [weak self] in
            self?.front?.presenter.show($0, manager.snapshot)
        }
        if options.service == nil { radio.onSleep(on: manager) { [weak self] in self?.end(.ended, manager) } }
        if let display = options.artwork { pictures = PlayPictures(manager, display, front.presenter) }
        if let service = options.service { serve(service, manager) } else { begin(find, manager) }
        if let sleep = options.sleep { radio.perform(.sleep(sleep), on: manager) }
        if options.hasKeys, !isEnding { watchKeys(manager) }
        reporter = ServiceReporter(manager, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            ServiceStatus.text($0)
        }
        if let endAfter = options.endAfter {
            endTimer = manager.loop.schedule(after: endAfter) { [self] in end(.ended, manager) }
        }
    }

    /// Searches for the items that the command line names, and plays them. Ends the session if nothing is found.
    private func begin(_ find: Find, _ manager: isolated PlaybackManager) {
        find(radio.memory(on: manager), manager.loop) { [self] result in
            guard !isEnding else { return }
            switch result {
            case .success(let programme): play(programme, manager)
            case .failure(.ambiguous(let name, _, _)) where options.asksWhich:
                ambiguousName = name
                end(.notPlayable, manager)
            case .failure(let failure): fail(CommandFailure(failure), manager)
            }
        }
    }

    // MARK: The configuration

    /// Starts the ``PlayerCompanions``, which follow the settings file, report songs and connect to the desktop.
    private func accompany(_ manager: isolated PlaybackManager) {
        let useLinks = { [weak self] (configuration: Configuration) -> Void in
            self?.front?.presenter.use(configuration.links ?? SongLinkTemplate.usual)
        }
        useLinks(options.companions.configuration)
        let say = { [weak self] (text: String) in
            self?.front?.say(text)
            self?.reporter?.remark = self?.companions?.problem
        }
        let actions = PlayerCompanions.Actions(
            say: say, onChange: useLinks, quit: { [weak self] in self?.end(.ended, manager) })
        companions = PlayerCompanions(radio, manager, options.companions, actions)
    }

    private func reload() {
        reporter?.reloading()
        companions?.reload { [weak self] in self?.reporter?.reloaded() }
    }

    /// Starts the shared player, which restores the queue and the state from its last run.
    private func serve(_ options: SharedPlayer.Options, _ manager: isolated PlaybackManager) {
        do throws(SharedPlayerError) {
            shared = try SharedPlayer(radio, options, on: manager) { [weak self] in
                self?.end(.ended, manager)
            } report: { [weak self] in
                self?.front?.say($0)
            }
        } catch {
            let hints = [error.remedy].compactMap(\.self)
            fail(CommandFailure(code: .unavailable, sentence: error.sentence, hints: hints), manager)
        }
    }

    private func fail(_ failure: CommandFailure, _ manager: isolated PlaybackManager) {
        front?.fail(failure)
        end(failure.code, manager)
    }

    /// Plays the items of a programme, and prints its remarks for the listener.
    private func play(_ programme: Programme, _ manager: isolated PlaybackManager) {
        self.programme = programme
        verbose("longwave \(Version.current) plays \(programme.items[programme.index].station.urls)")
        radio.begin(programme, on: manager) { [weak self] in self?.verbose($0) }
        if options.look != .quiet { for remark in options.remarks + programme.remarks { front?.say(remark) } }
        if let problem = radio.memory(on: manager)?.problem { front?.say(problem) }
    }

    /// Reports that a file of the listening history (the journal) cannot be used, or can be used again.
    func received(_ news: JournalNews) {
        switch news {
        case .titles(let error):
            front?.say(error.map(TitleWords.notWritten) ?? "the history can be written again")
        case .listener(let error): front?.say(error.map(ListenerWords.notRead) ?? "plays are counted again")
        case .memory(let problem): verbose(problem)
        case .deletedTitles(let count): verbose(TitleWords.deleted(count))
        }
    }

    // MARK: Events

    /// Shows a notification of the player. Reports failures and recordings, and ends the session at the end of the
    /// queue, unless the session runs the shared player.
    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        guard let front else { return }
        sayWhatFollows(notification.snapshot)
        if options.isVerbose, let text = log.text(notification) { verbose(text) }
        front.presenter.show(notification)
        switch notification {
        case .didFail(let error, let snapshot):
            failure = "\(snapshot.item?.station.name ?? ""): \(error.sentence)"
        case .willRetry(let error, _, _, _): lastFailure = error
        case .statusDidChange(let snapshot):
            if snapshot.status == .playing { releaseCodeOnce(manager) }
        case .queueDidEnd(let snapshot) where shared == nil:
            guard case .failed(let error) = snapshot.status else { return end(.ended, manager) }
            front.fail(CommandFailure(code: ExitCode(error), sentence: error.sentence))
            end(ExitCode(error), manager)
        case .recordingDidChange(let changed, _): playerKeys?.received(changed)
        case .timeshiftDidFail(let why, _):
            guard options.tellsSummary, !isTapeLost else { return }
            isTapeLost = true
            front.say(PlayerKeys.tapeLost(why))
        case .didDropHeld(let duration, _):
            front.say(PlayerKeys.skipped(duration))
        default: break
        }
    }

    /// Prints the path of each file that the recording begins. When the recording ends, prints what was written, and
    /// ends the session.
    private func received(_ event: RecordingEvent, _ manager: isolated PlaybackManager) {
        switch event {
        case .began(let path): if options.look != .quiet { front?.say("writing \(path)") }
        case .ended(let reason, let summary):
            if options.look != .quiet, reason != .asked { front?.say(reason.sentence) }
            let ending = RecordingEnding(summary, reason, lastFailure)
            if options.look != .quiet || summary.fileCount == 0 { front?.say(ending.sentence) }
            let code = recordingCode ?? .ended
            recordingCode = code == .ended ? ending.code : code
            end(recordingCode ?? .ended, manager)
        }
    }

    /// If an item has failed and the next item has begun, prints why the item failed and the name of the next one.
    private func sayWhatFollows(_ snapshot: PlaybackSnapshot) {
        if case .failed = snapshot.status { return }
        if let failure = failure.take() { front?.say("\(failure) Next: \(snapshot.item?.station.name ?? "")") }
    }

    /// When sound plays for the first time, schedules ``CodePages/release()``, which frees the memory of code that was
    /// needed only at the start.
    private func releaseCodeOnce(_ manager: isolated PlaybackManager) {
        guard !isCodeReleased else { return }
        isCodeReleased = true
        manager.loop.schedule(after: .seconds(3)) { CodePages.release() }
    }

    /// Ends the session and the program. This happens at the end of the turn, so that the current notification reaches
    /// all observers before.
    ///
    /// A recording ends first, because its summary decides the exit code.
    private func end(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        if options.isRecording, recordingCode == nil {
            recordingCode = code
            if manager.endConfiguredRecording(isWhole: manager.snapshot.status == .ended) { return }
        }
        isEnding = true
        manager.loop.post { [self] in finish(code, manager) }
    }

    /// Restores the terminal, stores the listening history and ends the sound. Then ends the loop and thereby the
    /// program.
    private func finish(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        let snapshot = manager.snapshot
        observations = []
        playerKeys = nil
        radio.perform(.sleep(nil), on: manager)
        manager.onRecording = nil
        pictures = nil
        reporter?.stopping()
        reporter = nil
        // If this session runs the shared player, its state is stored before the sound ends.
        if let shared {
            shared.close(on: manager) { [self] in silence(code, manager) }
        } else {
            silence(code, manager)
        }
        keys?.cancel()
        endTimer?.cancel()
        let summary = SessionSummary(tally: snapshot.tally)
        front?.presenter.conclude(summary)
        front?.presenter.leave()
        if options.isVerbose {
            verbose(summary.text)
        } else if options.tellsSummary, summary.isWorthALine {
            front?.say(summary.text)
        }
        front?.leave()
        signals?.cancel()
        manager.loop.schedule(after: Self.writePatience) { [self] in
            guard !isConcluded else { return }
            CommandNotes().say("the disk does not answer; some of the history is lost")
            conclude(code, manager)
        }
    }

    private func silence(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        radio.finish(on: manager) { [self] in leaveCompanions(code, manager) }
    }

    private func leaveCompanions(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard let companions else { return conclude(code, manager) }
        companions.finish(on: manager) { [self] in conclude(code, manager) }
    }

    /// Ends the loop. This happens at the end of the turn, because this method may be called before `finish` returns.
    private func conclude(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isConcluded else { return }
        isConcluded = true
        companions = nil
        manager.loop.post { [onEnd] in
            onEnd(code)
            manager.shutDown()
        }
    }

    private func verbose(_ text: @autoclosure () -> String) {
        if options.isVerbose { front?.say(log.line(text(), at: .now)) }
    }

    // MARK: Keys

    /// Begins to read keys from stdin.
    private func watchKeys(_ manager: isolated PlaybackManager) {
        guard let terminal = front?.terminal else { return }
        terminal.enterKeyMode()
        keys = try? manager.loop.watch(STDIN_FILENO, for: .readable) { [self] _ in
            // The kernel would stop a job that reads from the terminal in the background. So no keys are read until the
            // job is in the foreground again.
            guard terminal.isForeground else { return keys?.update([]) ?? () }
            guard let bytes = terminal.readKeys() else { return keys?.cancel() ?? () }
            keyReader.feed(bytes, at: manager.loop.now) { press($0, manager) }
        }
    }

    private func press(_ stroke: KeyStroke, _ manager: isolated PlaybackManager) {
        guard !isEnding, let action = options.bindings[stroke] else { return }
        switch action {
        case .quit: end(.ended, manager)
        case .help: help()
        case _: playerKeys?.press(action, manager)
        }
    }

    private func help() {
        for (keys, action) in options.bindings.help([.playing], options.charset) {
            front?.say("\(DisplayWidth.padded(keys, to: 8)) \(action.words)")
        }
    }

    // MARK: Signals

    /// Handles signals from the terminal, such as Ctrl-C, and from a service manager such as systemd.
    private func watchSignals(_ manager: isolated PlaybackManager) {
        signals = try? SignalWatch(manager.loop, [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]) {
            [self] signal in
            guard !isEnding else { return }
            switch signal {
            case SIGTSTP: suspend(manager)
            case SIGCONT: resume(manager)
            case SIGWINCH: front?.presenter.redraw(manager.snapshot)
            case SIGINT: end(.interrupted, manager)
            case SIGHUP where options.service != nil: reload()
            case _: end(.ended, manager)
            }
        }
    }

    /// Handles Ctrl-Z: restores the terminal, then suspends the program by sending itself SIGTSTP.
    ///
    /// SIGTSTP is used instead of SIGSTOP, because the kernel ignores SIGTSTP if no shell could continue the program.
    private func suspend(_ manager: isolated PlaybackManager) {
        front?.leave()
        // This call returns when the shell has continued the program.
        SignalWatch.deliver(SIGTSTP)
        resume(manager)
    }

    private func resume(_ manager: isolated PlaybackManager) {
        guard options.hasKeys, let front, front.terminal.isForeground else { return }
        front.terminal.enterKeyMode()
        keys?.update(.readable)
        front.presenter.redraw(manager.snapshot)
    }
}
