import CLinux
import Glibc
import LongwaveTerminal
import RadioService

/// One run of the player at a terminal, in a pipe or on a kiosk: from finding what to play to the exit code. Everything
/// happens on the manager's loop. What it watches keeps it alive until its end.
final class PlaySession {
    /// From what was typed to what is played.
    typealias Find = @Sendable (MemoryStore?, EventLoop, @escaping Programme.Found) -> Void

    private let radio: Radio
    private let options: PlayOptions
    private let log: VerboseLog
    private let onEnd: (ExitCode) -> Void

    private var front: PlayFront?
    private var programme = Programme(items: [], isStation: false)
    private var observations: [PlaybackObservation] = []
    private var signals: SignalWatch?
    private var keys: DescriptorWatch?
    private var keyReader = KeyReader()
    private var endTimer: LoopTimer?
    private var reporter: ServiceReporter?
    private var configured: ConfigurationFollower?
    private var configuration: Configuration
    private var sleepGuard: SleepGuard?
    private var desktop: MprisPlayer?
    private var notifier: TitleNotifier?
    /// Where pictures are kept.
    private var artwork: ArtworkCache?
    private var scrobbler: Scrobbler?
    private var shared: SharedPlayer?
    private var claim: SoundClaim?
    private var sleepTimer: SleepTimer?
    private var pictures: PlayPictures?
    /// Why the item before did not play, until the next one is known.
    private var failure: String?
    /// While the meter is shown.
    private var meter: PlaybackObservation?
    /// What the key R began.
    private var recording: Recording.ID?
    /// It was said that the disk keeps nothing.
    private var isTapeLost = false
    private var isEnding = false
    private var isConcluded = false
    private var isCodeReleased = false

    private static let sleepGuardDelay = Duration.seconds(2)
    /// How long the end waits for files.
    private static let writePatience = Duration.seconds(5)

    /// - Parameters:
    ///   - radio: what plays.
    ///   - onEnd: called on the loop with what the program ends with; then the loop ends.
    init(_ radio: Radio, _ options: PlayOptions, onEnd: @escaping (ExitCode) -> Void) {
        self.radio = radio
        self.options = options
        configuration = options.configuration
        self.onEnd = onEnd
        log = VerboseLog(start: .now)
    }

    /// Everything that can be done while the network works is done after `find` has started it.
    func start(on manager: isolated PlaybackManager, find: Find) {
        // Before any thread starts: they inherit the mask.
        watchSignals(manager)
        let front = PlayFront(options, loop: manager.loop) { [self] in end(.ended, manager) }
        self.front = front
        observations.append(manager.observe { [self] in received($0, manager) })
        if options.isRecording { manager.onRecording = { [self] in received($0, manager) } }
        if front.presenter.wantsTicks {
            // Asks for `bufferDidChange`, which comes to every observer.
            observations.append(manager.observeBuffer { _ in })
        }
        if let files = options.scrobbling { scrobble(files, manager) }
        if let display = options.artwork { pictures = PlayPictures(manager, display, front.presenter) }
        if let service = options.service { serve(service, manager) } else { begin(find, manager) }
        follow(manager)
        if !options.sharedPlayers.isEmpty { claim = SoundClaim(manager, places: options.sharedPlayers) }
        if let sleep = options.sleep { fallAsleep(after: sleep, manager) }
        if options.hasKeys, !isEnding { watchKeys(manager) }
        reporter = ServiceReporter(manager, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            ServiceStatus.text($0)
        }
        // The bus can wait until there is sound.
        manager.loop.schedule(after: Self.sleepGuardDelay) { [self] in
            guard !isEnding else { return }
            sleepGuard = SleepGuard(manager)
            if options.isOnDesktop { showOnDesktop(manager) }
        }
        if let endAfter = options.endAfter {
            endTimer = manager.loop.schedule(after: endAfter) { [self] in end(.ended, manager) }
        }
    }

    private func begin(_ find: Find, _ manager: isolated PlaybackManager) {
        find(radio.memory(on: manager), manager.loop) { [self] result in
            guard !isEnding else { return }
            switch result {
            case .success(let programme): play(programme, manager)
            case .failure(let failure): fail(CommandFailure(failure), manager)
            }
        }
    }

    // MARK: The configuration

    private func follow(_ manager: isolated PlaybackManager) {
        guard let player = options.player, !isEnding else { return }
        front?.presenter.use(configuration.links ?? SongLinkTemplate.usual)
        configured = ConfigurationFollower(manager, player) { [weak self] in
            self?.front?.say($0)
            self?.reporter?.remark = self?.configured?.problem
        } onChange: { [weak self] new in
            guard let self else { return }
            self.configuration = new
            self.shared?.wishes = new.wishes
            self.front?.presenter.use(new.links ?? SongLinkTemplate.usual)
            if self.desktop != nil { self.notify(manager) }
        }
    }

    private func reload() {
        reporter?.reloading()
        configured?.reload { [weak self] in self?.reporter?.reloaded() }
    }

    /// Plays what it is asked for, and at first what it played before.
    private func serve(_ settings: SharedPlayer.Settings, _ manager: isolated PlaybackManager) {
        do throws(ControlSocketError) {
            shared = try SharedPlayer(radio, settings, on: manager) { [weak self] in self?.front?.say($0) }
            shared?.restore(on: manager)
        } catch { fail(CommandFailure(code: .unavailable, sentence: error.sentence), manager) }
    }

    private func fail(_ failure: CommandFailure, _ manager: isolated PlaybackManager) {
        front?.fail(failure)
        end(failure.code, manager)
    }

    private func play(_ programme: Programme, _ manager: isolated PlaybackManager) {
        self.programme = programme
        verbose("longwave \(Version.current) plays \(programme.items[programme.index].station.urls)")
        radio.begin(programme, on: manager) { [weak self] in self?.verbose($0) }
        if options.look != .quiet { for remark in options.remarks + programme.remarks { front?.say(remark) } }
        if let problem = radio.memory(on: manager)?.problem { front?.say(problem) }
    }

    /// A file cannot be used, or can be again.
    func received(_ news: JournalNews) {
        switch news {
        case .titles(let error):
            front?.say(error.map(TitleWords.notWritten) ?? "what is heard is written down again")
        case .listener(let error): front?.say(error.map(ListenerWords.notRead) ?? "what is heard is counted again")
        case .memory(let problem): verbose(problem)
        }
    }

    // MARK: What happens

    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        guard let front else { return }
        sayWhatFollows(notification.snapshot)
        if options.isVerbose, let text = log.text(notification) { verbose(text) }
        front.presenter.show(notification)
        switch notification {
        case .didFail(let error, let snapshot):
            failure = "\(snapshot.item?.station.name ?? ""): \(error.sentence)"
        case .statusDidChange(let snapshot):
            if snapshot.status == .playing { releaseCodeOnce(manager) }
        case .queueDidEnd(let snapshot) where shared == nil:
            guard case .failed(let error) = snapshot.status else { return end(.ended, manager) }
            front.fail(CommandFailure(code: ExitCode(error), sentence: error.sentence))
            end(ExitCode(error), manager)
        case .recordingDidChange(let changed, _): received(changed)
        case .timeshiftDidFail(let why, _):
            guard options.tellsSummary, !isTapeLost else { return }
            isTapeLost = true
            front.say("the disk cannot keep what is heard (\(why)); 8 MB stay in memory to go back to")
        case .didDropHeld(let duration, _):
            front.say("the pause was longer than what can be kept; \(SessionSummary.length(duration)) are left out")
        default: break
        }
    }

    private func received(_ event: RecordingEvent, _ manager: isolated PlaybackManager) {
        switch event {
        case .began(let path): if options.look != .quiet, !isEnding { front?.say("writes \(path)") }
        case .ended(let reason):
            if options.look != .quiet { front?.say(reason.sentence) }
            end(.ended, manager)
        }
    }

    /// Before anything of the next item is shown.
    private func sayWhatFollows(_ snapshot: PlaybackSnapshot) {
        if case .failed = snapshot.status { return }
        if let failure = failure.take() { front?.say("\(failure) Next: \(snapshot.item?.station.name ?? "")") }
    }

    /// What was needed to start is not needed any more.
    private func releaseCodeOnce(_ manager: isolated PlaybackManager) {
        guard !isCodeReleased else { return }
        isCodeReleased = true
        manager.loop.schedule(after: .seconds(3)) { CodePages.release() }
    }

    /// Ends the program, at the end of the turn: what is being told now is told to its end.
    private func end(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        isEnding = true
        manager.loop.post { [self] in finish(code, manager) }
    }

    /// Silence, terminal, memory, then the loop ends and the program with it.
    private func finish(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        let snapshot = manager.snapshot
        observations = []
        meter = nil
        manager.onRecording = nil
        pictures = nil
        reporter?.stopping()
        reporter = nil
        configured = nil
        sleepGuard = nil
        (desktop, notifier) = (nil, nil)
        claim = nil
        sleepTimer = nil
        // What it comes back with is what it does now.
        if let shared {
            shared.finish(on: manager) { [self] in silence(code, manager) }
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
            CommandNotes().say("the disk does not answer; not all that was heard is written down")
            conclude(code, manager)
        }
    }

    private func silence(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        radio.finish(on: manager) { [self] in endScrobbling(code, manager) }
    }

    private func endScrobbling(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard let scrobbler else { return conclude(code, manager) }
        scrobbler.close(manager.snapshot) { [self] in conclude(code, manager) }
    }

    /// At the end of the turn: files may have been written at once.
    private func conclude(_ code: ExitCode, _ manager: isolated PlaybackManager) {
        guard !isConcluded else { return }
        isConcluded = true
        scrobbler = nil
        manager.loop.post { [onEnd] in
            onEnd(code)
            manager.shutDown()
        }
    }

    private func verbose(_ text: @autoclosure () -> String) {
        if options.isVerbose { front?.say(log.line(text(), at: .now)) }
    }

    // MARK: Keys

    private func watchKeys(_ manager: isolated PlaybackManager) {
        guard let terminal = front?.terminal else { return }
        terminal.enterKeyMode()
        keys = try? manager.loop.watch(STDIN_FILENO, for: .readable) { [self] _ in
            // A background job that reads would be stopped; until it is continued the keys are the shell's.
            guard terminal.isForeground else { return keys?.update([]) ?? () }
            guard let bytes = terminal.readKeys() else { return keys?.cancel() ?? () }
            keyReader.feed(bytes, at: manager.loop.now) { press($0, manager) }
        }
    }

    private func press(_ key: Key, _ manager: isolated PlaybackManager) {
        guard !isEnding else { return }
        let snapshot = manager.snapshot
        switch key {
        case .toggle: manager.toggle()
        case .quit: end(.ended, manager)
        case .louder: manager.setVolume(VolumeStep.volume(snapshot.volume, by: 1))
        case .quieter: manager.setVolume(VolumeStep.volume(snapshot.volume, by: -1))
        case .mute: manager.setMuted(!snapshot.isMuted)
        case .next: programme.items.count > 1 ? manager.next() : nothingElse()
        case .previous: programme.items.count > 1 ? manager.previous() : nothingElse()
        case .back: move(by: .zero - Self.step, manager)
        case .forward: move(by: Self.step, manager)
        case .titleBefore: move(toTitle: -1, manager)
        case .titleBegin: move(toTitle: 0, manager)
        case .titleAfter: move(toTitle: 1, manager)
        case .liveEdge: manager.play(atLiveEdge: true)
        case .shuffle: programme.items.count > 1 ? shuffle(manager) : nothingElse()
        case .repetition: repeatOtherwise(manager)
        case .rewind: scan(.backward, manager)
        case .fastForward: scan(.forward, manager)
        case .meter: switchMeter(manager)
        case .sleep: nextSleep(manager)
        case .catchUp: setRate(Self.catchUpRate, manager)
        case .slower: changeRate(by: -1, manager)
        case .faster: changeRate(by: 1, manager)
        case .like: like(manager)
        case .keepTitle: record(snapshot.nowPlaying == nil ? .last(keeping.span) : .title, manager)
        case .keepLast: record(.last(keeping.span), manager)
        case .record: recording == nil ? record(.fromNow, manager) : endRecording(manager)
        }
    }

    /// What an arrow key goes back or forward.
    private static let step = Duration.seconds(10)

    private func move(by offset: Duration, _ manager: isolated PlaybackManager) {
        seek(manager) { manager throws(SeekError) in try manager.seek(by: offset) }
    }

    private func move(toTitle offset: Int, _ manager: isolated PlaybackManager) {
        seek(manager) { manager throws(SeekError) in try manager.seek(toTitle: offset) }
    }

    private func seek(
        _ manager: isolated PlaybackManager, _ body: (isolated PlaybackManager) throws(SeekError) -> Void
    ) {
        do { try body(manager) } catch {
            front?.say(error.sentence)
            return
        }
        let snapshot = manager.snapshot
        if snapshot.stream?.duration == nil { front?.say("\(StatusLine.clock(snapshot.liveOffset)) behind live") }
    }

    private func shuffle(_ manager: isolated PlaybackManager) {
        manager.setShuffled(!manager.queue.isShuffled)
        front?.say(manager.queue.isShuffled ? "the list is shuffled" : "the list is in its order")
    }

    private func repeatOtherwise(_ manager: isolated PlaybackManager) {
        let modes = PlaybackQueue.RepeatMode.allCases
        let next = ((modes.firstIndex(of: manager.queue.repeatMode) ?? 0) + 1) % modes.count
        manager.setRepeatMode(modes[next])
        front?.say("repeat: \(modes[next].rawValue)")
    }

    private static let rates = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

    private func changeRate(by steps: Int, _ manager: isolated PlaybackManager) {
        let now = manager.snapshot.rate
        let next = steps > 0 ? Self.rates.first { $0 > now } : Self.rates.last { $0 < now }
        if let next { setRate(next, manager) }
    }

    /// Hardly to be heard: an hour behind is caught up with in twenty.
    private static let catchUpRate = 1.05

    private func setRate(_ rate: Double, _ manager: isolated PlaybackManager) {
        let before = manager.snapshot.rate
        manager.setRate(rate)
        if rate > 1, rate != before, manager.snapshot.rate == before { front?.say("there is nothing to catch up with") }
    }

    /// The same key again ends it.
    private func scan(_ direction: ScanDirection, _ manager: isolated PlaybackManager) {
        if manager.snapshot.scan == direction { return manager.endScan() }
        do { try manager.beginScan(direction) } catch { front?.say(error.sentence) }
    }

    private func switchMeter(_ manager: isolated PlaybackManager) {
        guard meter == nil else {
            meter = nil
            front?.presenter.show(nil, manager.snapshot)
            return
        }
        meter = manager.observeLevels { [self] in front?.presenter.show($0, manager.snapshot) }
    }

    // MARK: The desktop

    private func showOnDesktop(_ manager: isolated PlaybackManager) {
        let name = shared == nil ? "longwave.instance\(getpid())" : "longwave"
        let actions = MprisPlayer.Actions(
            quit: { [weak self] in self?.end(.ended, manager) },
            open: { [weak self] in self?.open($0, QueueSettings(), manager) },
            playPlaylist: { [weak self] in self?.open(nil, QueueSettings(playlist: $0), manager) })
        let artwork = ArtworkCache.ofUser(loop: manager.loop)
        desktop = MprisPlayer(manager, name: name, artwork: artwork, actions)
        self.artwork = artwork
        notify(manager)
    }

    private func notify(_ manager: isolated PlaybackManager) {
        let isWanted = configuration.notifies ?? false
        if isWanted == (notifier != nil) { return }
        notifier = isWanted ? TitleNotifier(manager, artwork: artwork) : nil
    }

    /// Plays what the desktop was given.
    private func open(_ address: String?, _ queue: QueueSettings, _ manager: isolated PlaybackManager) {
        let library = LibraryReader(named: configuration.library ?? [])
        let finder = ProgrammeFinder(argument: address, library: library, queue: queue)
        finder.find(radio.memory(on: manager), on: manager.loop) { [weak self] result in
            guard let self, !self.isEnding else { return }
            switch result {
            case .success(let programme): self.play(programme, manager)
            case .failure(let error): self.front?.say(error.sentence)
            }
        }
    }

    /// The file is read before anything plays.
    private func scrobble(_ files: ScrobbleFiles, _ manager: isolated PlaybackManager) {
        do throws(ScrobblingAccounts.Failure) {
            let accounts = try files.read().accounts
            guard !accounts.isEmpty else { return }
            scrobbler = Scrobbler(manager, files, accounts: accounts.map(\.name)) { [weak self] in
                self?.front?.say($0)
            }
        } catch { front?.say(error.sentence) }
    }

    // MARK: Falling asleep

    /// What the key offers one after the other; behind the last one it is off.
    private static let sleeps: [Duration] = [.seconds(900), .seconds(1800), .seconds(3600), .seconds(5400)]

    private func nextSleep(_ manager: isolated PlaybackManager) {
        let left = sleepTimer.map { manager.loop.now.duration(to: $0.deadline) } ?? .zero
        guard let next = Self.sleeps.first(where: { $0 > left }) else {
            sleepTimer = nil
            front?.say("the sound does not end by itself")
            return
        }
        fallAsleep(after: next, manager)
        front?.say("the sound ends in \(StatusLine.clock(next))")
    }

    private func fallAsleep(after duration: Duration, _ manager: isolated PlaybackManager) {
        sleepTimer = SleepTimer(manager, after: duration) { [weak self] in self?.end(.ended, manager) }
    }

    // MARK: Liking

    /// The same key again takes it back.
    private func like(_ manager: isolated PlaybackManager) {
        let text = manager.snapshot.nowPlaying?.track.text ?? ""
        radio.like(nil, on: manager) { [weak self] result in
            switch result {
            case .success(true): self?.front?.say("you like \(text)")
            case .success(false): self?.front?.say("you no longer like \(text)")
            case .failure(let error): self?.front?.say(error.sentence)
            }
        }
    }

    // MARK: Recording

    private var keeping: KeepSettings { KeepSettings(configuration.recording) }

    private func record(_ extent: RecordingOptions.Extent, _ manager: isolated PlaybackManager) {
        do {
            let new = try manager.record(RecordingOptions(extent, folder: keeping.folder))
            if extent == .fromNow { recording = new.id }
        } catch { front?.say(error.sentence) }
    }

    private func endRecording(_ manager: isolated PlaybackManager) {
        if let recording { manager.endRecording(recording) }
    }

    private func received(_ changed: Recording) {
        let path = changed.path ?? keeping.folder
        switch changed.state {
        case .recording:
            front?.say("writes \(path)" + (changed.hasBeginning ? "" : "; its beginning is not kept any more"))
        case .ended: front?.say("\(path) is written, \(StatusLine.clock(changed.duration))")
        case .failed(let error): front?.say("the recording could not go on. \(PlaybackError.output(error).sentence)")
        }
        if changed.state != .recording, recording == changed.id { recording = nil }
    }

    private func nothingElse() { front?.say("nothing else is in the list") }

    // MARK: Signals

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

    /// Ctrl-Z: the terminal is given back, then the signal has its usual effect. Not SIGSTOP: without a shell that could
    /// continue the program the kernel leaves it running.
    private func suspend(_ manager: isolated PlaybackManager) {
        front?.leave()
        // Stopped here, until it is continued.
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
