import Glibc
import LongwaveDesktop
import LongwaveTerminal
import RadioLoop
import RadioWeb

/// Plays what the command line names, at a terminal, in a pipe or as a service.
///
/// The closures that observe the manager keep the view alive until its end.
final class PlayView: SessionView {
    /// Finds the selection (the items to play) that the command line names.
    typealias Find = @Sendable (MemoryStore?, EventLoop, @escaping Selection.Found) -> Void

    private let session: RadioSession
    private let radio: Radio
    private let options: PlayOptions
    private let find: Find
    private let log: VerboseLog
    private let front: PlayFront

    private var observations: [PlaybackObservation] = []
    private var keys: DescriptorWatch?
    private var keyReader = KeyReader()
    private var endTimer: LoopTimer?
    private var reporter: ServiceReporter?
    private var shared: SharedPlayer?
    private var fronts: RemoteFronts?
    private var playerKeys: PlayerKeys?
    private var pictures: PlayPictures?
    /// The sentence that says why the last item failed; nil if no item failed or the sentence was printed.
    private var failure: String?
    /// Whether the view has reported that the tape (the station's past sound) cannot be written to the disk.
    private var isTapeLost = false
    /// Why the last attempt to connect failed; nil if none has failed.
    private var lastFailure: StreamError?
    /// The exit code that the session's recording was asked to end with, or has ended with; nil while it goes on.
    private var recordingCode: ExitCode?
    private var isCodeReleased = false

    init(_ session: RadioSession, _ options: PlayOptions, on manager: isolated PlaybackManager, find: @escaping Find) {
        self.session = session
        self.options = options
        self.find = find
        radio = session.radio
        log = VerboseLog(start: .now)
        front = PlayFront(options, loop: manager.loop) { session.end(.ended, manager) }
    }

    /// Starts the view. Work that is not urgent comes after the call of `find`, so that it is done while `find` waits
    /// for the network.
    func start(on manager: isolated PlaybackManager) {
        observations.append(manager.observe { [self] in received($0, manager) })
        if options.isRecording { manager.onRecording = { [self] in received($0, manager) } }
        if front.presenter.wantsTicks {
            // The player sends `bufferDidChange` only while there is a buffer observer. Then the other observers
            // receive the notification, too, so the observer's closure does nothing.
            observations.append(manager.observeBuffer { _ in })
        }
        use(session.configuration)
        session.accompany(manager)
        playerKeys = PlayerKeys(radio.playerLink(on: manager)) { [session] in
            session.keeping
        } say: { [front] in
            front.say($0)
        } onLevels: { [front] in
            front.presenter.show($0, manager.snapshot)
        }
        if let display = options.artwork { pictures = PlayPictures(manager, display, front.presenter) }
        if let service = options.service { serve(service, manager) } else { begin(manager) }
        if !session.isEnding { offerFronts(manager) }
        if let sleep = options.sleep { radio.perform(.sleep(sleep), on: manager) }
        if options.hasKeys, !session.isEnding { watchKeys(manager) }
        reporter = ServiceReporter(manager, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            ServiceStatus.text($0)
        }
        if let endAfter = options.endAfter {
            endTimer = manager.loop.schedule(after: endAfter) { [session] in session.end(.ended, manager) }
        }
    }

    /// Searches for the items that the command line names, and plays them. Ends the session if nothing is found.
    private func begin(_ manager: isolated PlaybackManager) {
        if let programme = options.programme {
            return radio.perform(.play(PlayRequest(.programme(programme))), on: manager) { [self] result in
                if case .failure(let error) = result { fail(CommandFailure(error), manager) }
            }
        }
        find(radio.memory(on: manager), manager.loop) { [self] result in
            guard !session.isEnding else { return }
            switch result {
            case .success(let selection): play(selection, manager)
            case .failure(.ambiguous(let name, _, _)) where options.onAmbiguous != nil:
                options.onAmbiguous?(name)
                session.end(.notPlayable, manager)
            case .failure(let failure): fail(CommandFailure(failure), manager)
            }
        }
    }

    /// Starts the shared player, which restores the queue and the state from its last run.
    private func serve(_ options: SharedPlayer.Options, _ manager: isolated PlaybackManager) {
        do throws(SharedPlayerError) {
            shared = try SharedPlayer(radio, options, on: manager) { [session] in
                session.end(.ended, manager)
            } report: { [front] in
                front.say($0)
            }
        } catch {
            let hints = [error.remedy].compactMap(\.self)
            fail(CommandFailure(code: .unavailable, sentence: error.sentence, hints: hints), manager)
        }
    }

    /// Starts the fronts for other devices. Where no line of the terminal is drawn again, the secret link is shown.
    private func offerFronts(_ manager: isolated PlaybackManager) {
        let show = { [front, options] (lines: [String]) in
            // The last line is the link, and the others are its QR code.
            front.show(options.charset == .ascii ? Array(lines.suffix(1)) : lines)
        }
        fronts = RemoteFronts(
            radio, options.remote, manager, report: { [front] in front.say($0) },
            show: front.showsSecrets && options.look != .live ? show : nil)
    }

    private func fail(_ failure: CommandFailure, _ manager: isolated PlaybackManager) {
        front.fail(failure)
        session.end(failure.code, manager)
    }

    /// Plays the items of a selection, and prints its remarks for the listener.
    private func play(_ selection: Selection, _ manager: isolated PlaybackManager) {
        note("longwave \(Version.current) plays \(selection.items[selection.index].station.urls)")
        radio.begin(selection, on: manager)
        if options.look != .quiet { for remark in options.remarks + selection.remarks { front.say(remark) } }
        if let problem = radio.memory(on: manager)?.problem { front.say(problem) }
    }

    // MARK: The session

    func say(_ text: String) {
        front.say(text)
        reporter?.remark = session.problem
    }

    func note(_ text: String) {
        if options.isVerbose { front.say(log.line(text, at: .now)) }
    }

    func use(_ configuration: Configuration) {
        front.presenter.use(configuration.links ?? SongLinkTemplate.usual)
    }

    func reload(on manager: isolated PlaybackManager) -> Bool {
        guard shared != nil else { return false }
        reporter?.reloading()
        session.reload { [weak self] in self?.reporter?.reloaded() }
        return true
    }

    // MARK: Events

    /// Shows a notification of the player. Reports failures and recordings, and ends the session at the end of the
    /// queue, unless the session runs the shared player.
    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        sayWhatFollows(notification.snapshot)
        if options.isVerbose, let text = log.text(notification) { note(text) }
        front.presenter.show(notification)
        switch notification {
        case .didFail(let error, let snapshot):
            failure = "\(snapshot.item?.station.name ?? ""): \(error.sentence)"
        case .willRetry(let error, _, _, _): lastFailure = error
        case .statusDidChange(let snapshot):
            if snapshot.status == .playing { releaseCodeOnce(manager) }
        case .sourceDidChange(let snapshot):
            if options.tellsSummary { front.say("programme \(PlayerWords(snapshot).programme)") }
        case .queueDidEnd(let snapshot) where shared == nil && snapshot.programme == nil:
            guard case .failed(let error) = snapshot.status else { return session.end(.ended, manager) }
            front.fail(CommandFailure(code: ExitCode(error), sentence: error.sentence))
            session.end(ExitCode(error), manager)
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
        case .began(let path): if options.look != .quiet { front.say("writing \(path)") }
        case .ended(let reason, let summary):
            if options.look != .quiet, reason != .asked { front.say(reason.sentence) }
            let ending = RecordingEnding(summary, reason, lastFailure)
            if options.look != .quiet || summary.fileCount == 0 { front.say(ending.sentence) }
            let code = recordingCode ?? .ended
            recordingCode = code == .ended ? ending.code : code
            session.end(recordingCode ?? .ended, manager)
        }
    }

    /// If an item has failed and the next item has begun, prints why the item failed and the name of the next one.
    private func sayWhatFollows(_ snapshot: PlaybackSnapshot) {
        if case .failed = snapshot.status { return }
        if let failure = failure.take() { front.say("\(failure) Next: \(snapshot.item?.station.name ?? "")") }
    }

    /// When sound plays for the first time, schedules ``CodePages/release()``, which frees the memory of code that was
    /// needed only at the start.
    private func releaseCodeOnce(_ manager: isolated PlaybackManager) {
        guard !isCodeReleased else { return }
        isCodeReleased = true
        manager.loop.schedule(after: .seconds(3)) { CodePages.release() }
    }

    // MARK: The end

    /// Ends a recording before the session ends, because the recording's summary decides the exit code.
    func ending(with code: ExitCode, _ manager: isolated PlaybackManager) -> ExitCode? {
        guard options.isRecording, recordingCode == nil else { return code }
        recordingCode = code
        return manager.endConfiguredRecording(isWhole: manager.snapshot.status == .ended) ? nil : code
    }

    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        let snapshot = manager.snapshot
        observations = []
        playerKeys = nil
        manager.onRecording = nil
        pictures = nil
        reporter?.stopping()
        reporter = nil
        fronts?.close(manager)
        // If this session runs the shared player, its state is stored before the sound ends.
        if let shared { shared.close(on: manager, then: completion) } else { completion() }
        keys?.cancel()
        endTimer?.cancel()
        let summary = SessionSummary(tally: snapshot.tally)
        front.presenter.conclude(summary)
        front.presenter.leave()
        if options.isVerbose {
            note(summary.text)
        } else if options.tellsSummary, summary.isWorthALine {
            front.say(summary.text)
        }
        front.leave()
    }

    // MARK: Keys

    /// Begins to read keys from stdin.
    private func watchKeys(_ manager: isolated PlaybackManager) {
        let terminal = front.terminal
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
        guard !session.isEnding, let action = options.bindings[stroke] else { return }
        switch action {
        case .quit: session.end(.ended, manager)
        case .help: help()
        case _: playerKeys?.press(action, manager)
        }
    }

    private func help() {
        for (keys, action) in options.bindings.help([.playing], options.charset) {
            front.say("\(DisplayWidth.padded(keys, to: 8)) \(action.words)")
        }
    }

    // MARK: The terminal

    func leave() { front.leave() }

    func resume(_ manager: isolated PlaybackManager) {
        guard options.hasKeys, front.terminal.isForeground else { return }
        front.terminal.enterKeyMode()
        keys?.update(.readable)
        redraw(manager)
    }

    func redraw(_ manager: isolated PlaybackManager) { front.presenter.redraw(manager.snapshot) }
}
