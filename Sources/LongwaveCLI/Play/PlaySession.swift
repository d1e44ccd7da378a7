import CLinux
import Glibc
import Longwave
import RadioService

/// One run of the player at a terminal, in a pipe or on a kiosk: from finding what to play to the exit code. Everything
/// happens on the manager's loop. What it watches keeps it alive until its end.
final class PlaySession {
    /// What is played.
    struct Programme {
        var items: [PlaybackItem]
        var index = 0
        /// Something to come back to; a file is not.
        var isStation: Bool
        /// For the person: which station was meant, what is wrong with the list.
        var remarks: [String] = []
        /// Among which the stations are known by their ids.
        var library: StationLibrary?
        /// Whether one that fails is followed by the next: a person did not choose just this one.
        var skipsFailedItems = false
        var queue = QueueSettings()
        /// Must live while it plays.
        var source: AnyObject?
    }

    typealias Found = (Result<Programme, CommandFailure>) -> Void

    /// What is left to do when the loop has ended.
    struct Ending: Sendable {
        var code = ExitCode.ended
        /// Writes the memory; the disk may take its time.
        var write: (@Sendable () -> String?)?
    }

    private let options: PlayOptions
    /// Nil for what shall leave no trace.
    private let memory: MemoryStore?
    private let log: VerboseLog
    private let onEnd: (Ending) -> Void

    private var front: PlayFront?
    private var programme = Programme(items: [], isStation: false)
    private var observations: [PlaybackObservation] = []
    private var signals: SignalWatch?
    private var keys: DescriptorWatch?
    private var keyReader = KeyReader()
    private var endTimer: LoopTimer?
    private var reporter: ServiceReporter?
    private var sleepGuard: SleepGuard?
    private var worker: BlockingWorker?
    private var history: ListeningHistory?
    private var counter: ListeningCounter?
    private var gain: RememberedGain?
    private var listenerProblem: StorageError?
    private var directory: DirectoryLink?
    private var pictures: PlayPictures?
    /// Files that are being written: they must not be left half done.
    private var writes = 0
    private var isEnding = false
    private var isFinished = false
    private var isConcluded = false
    private var exitCode = ExitCode.ended
    private var isPlayingSaid = false
    private var isRestoring = false
    private var isCodeReleased = false

    private static let sleepGuardDelay = Duration.seconds(2)
    /// How long the end waits for files.
    private static let writePatience = Duration.seconds(5)

    init(_ options: PlayOptions, memory: MemoryStore?, onEnd: @escaping (Ending) -> Void) {
        self.options = options
        self.memory = memory
        self.onEnd = onEnd
        log = VerboseLog(start: .now)
    }

    /// Everything that can be done while the network works is done after `find` has started it.
    func start(
        on manager: isolated PlaybackManager, find: (MemoryStore?, EventLoop, @escaping Found) -> Void
    ) {
        // Before any thread starts: they inherit the mask.
        watchSignals(manager)
        let front = PlayFront(options, loop: manager.loop) { [self] in end(.ended, manager) }
        self.front = front
        observations.append(manager.observe { [self] in received($0, manager) })
        if front.presenter.wantsTicks {
            // Asks for `bufferDidChange`, which comes to every observer.
            observations.append(manager.observeBuffer { _ in })
        }
        if let display = options.artwork { pictures = PlayPictures(manager, display, front.presenter) }
        find(memory, manager.loop) { [self] result in
            guard !isEnding else { return }
            switch result {
            case .success(let programme): play(programme, manager)
            case .failure(let failure):
                front.fail(failure)
                end(failure.code, manager)
            }
        }
        if options.hasKeys, !isEnding { watchKeys(manager) }
        if let place = options.history {
            history = ListeningHistory(manager, database: place.database, keeping: place.retention) {
                [weak self] error in
                self?.front?.say(error.map(TitleWords.notWritten) ?? "what is heard is written down again")
            }
        }
        reporter = ServiceReporter(manager, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            ServiceStatus.text($0)
        }
        // The bus can wait until there is sound.
        manager.loop.schedule(after: Self.sleepGuardDelay) { [self] in
            if !isEnding { sleepGuard = SleepGuard(manager) }
        }
        if let endAfter = options.endAfter {
            endTimer = manager.loop.schedule(after: endAfter) { [self] in end(.ended, manager) }
        }
    }

    private func play(_ programme: Programme, _ manager: isolated PlaybackManager) {
        var programme = programme
        // Read before it plays only where there is a choice.
        for index in programme.items.indices where programme.items[index].station.urls.count > 1 {
            programme.items[index].preferredURL = memory?.memory.workingURL(of: programme.items[index].station)
        }
        self.programme = programme
        verbose("longwave \(Version.current) plays \(programme.items[programme.index].station.urls)")
        if let address = options.directory, programme.isStation {
            directory = DirectoryLink(manager, address: address) { [weak self] in self?.verbose($0) }
        }
        let queue = programme.queue
        if queue.isShuffled, queue.query != nil || queue.playlist != nil {
            programme.index = .random(in: programme.items.indices)
        }
        if let path = options.listener, programme.isStation {
            // The remarks say it.
            listenerProblem = programme.library?.listenerProblem
            gain = RememberedGain(manager, store: path, library: programme.library) { [weak self] error in
                self?.listenerFile(error)
            }
            counter = ListeningCounter(manager, store: path, library: programme.library) { [weak self] error in
                self?.listenerFile(error)
            }
        }
        manager.setRepeatMode(queue.repeatMode)
        manager.setItemLimit(queue.itemLimit)
        manager.play(programme.items, startingAt: programme.index)
        manager.setSkipsFailedItems(programme.skipsFailedItems)
        if queue.isShuffled { manager.setShuffled(true) }
        // Now, while the network works, and long before a stream is opened with it.
        if let volume = options.volume {
            memory?.set(volume: volume)
        } else if let volume = memory?.memory.volume {
            // No news to anybody.
            isRestoring = true
            manager.setVolume(volume)
            isRestoring = false
        }
        if options.look != .quiet { for remark in programme.remarks { front?.say(remark) } }
        if let problem = memory?.problem { front?.say(problem) }
    }

    /// The file of the listener's properties cannot be used, or can be again: said once.
    private func listenerFile(_ error: StorageError?) {
        guard error != listenerProblem else { return }
        listenerProblem = error
        front?.say(error.map(ListenerWords.notRead) ?? "what is heard is counted again")
    }

    // MARK: What happens

    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        guard let front, !isRestoring else { return }
        if options.isVerbose, let text = log.text(notification) { verbose(text) }
        front.presenter.show(notification)
        switch notification {
        case .didFail(let error, let snapshot):
            var queue = manager.queue
            if let next = queue.fail(error) {
                let failed = snapshot.item?.station.name ?? ""
                front.say("\(failed): \(ErrorWords.sentence(error)) Next: \(next.station.name)")
            } else {
                front.fail(CommandFailure(code: ExitCode(error), sentence: ErrorWords.sentence(error)))
                end(ExitCode(error), manager)
            }
        case .statusDidChange(let snapshot):
            if snapshot.status == .playing, !isPlayingSaid {
                isPlayingSaid = true
                releaseCodeOnce(manager)
                if programme.isStation { remember(snapshot, manager) }
            }
            // After the last one was heard so long.
            if snapshot.status == .stopped, programme.queue.itemLimit != nil { end(.ended, manager) }
        case .itemDidChange: isPlayingSaid = false
        case .didPlayToEnd:
            var queue = manager.queue
            if queue.advance() == nil { end(.ended, manager) }
        case .volumeDidChange(let snapshot): memory?.set(volume: snapshot.volume)
        case .didDropHeld(let duration, _):
            front.say("the pause was longer than what can be kept; \(SessionSummary.length(duration)) are left out")
        default: break
        }
    }

    /// What was needed to start is not needed any more.
    private func releaseCodeOnce(_ manager: isolated PlaybackManager) {
        guard !isCodeReleased else { return }
        isCodeReleased = true
        manager.loop.schedule(after: .seconds(3)) { CodePages.release() }
    }

    /// It was heard: worth remembering at once, in case the power fails.
    private func remember(_ snapshot: PlaybackSnapshot, _ manager: isolated PlaybackManager) {
        guard let station = snapshot.item?.station else { return }
        memory?.heard(station, at: snapshot.workingURL)
        guard let write = memory?.takeWrite() else { return }
        let worker = worker ?? BlockingWorker(loop: manager.loop)
        self.worker = worker
        let isStarted = worker.run(write) { [self] problem in
            if let problem { verbose(problem) }
            written(manager)
        }
        if isStarted { writes += 1 }
    }

    private func written(_ manager: isolated PlaybackManager) {
        writes -= 1
        if isFinished, writes == 0 { conclude(manager) }
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
        if programme.isStation, isPlayingSaid, let station = snapshot.item?.station {
            // Another address may have taken over since the first sound.
            memory?.heard(station, at: snapshot.workingURL)
        }
        observations = []
        directory = nil
        pictures = nil
        reporter?.stopping()
        reporter = nil
        sleepGuard = nil
        manager.stop()
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
        exitCode = code
        isFinished = true
        // Each may call back at once: nothing ends before all are asked.
        writes += 1
        if let history {
            writes += 1
            history.close { [self] in written(manager) }
        }
        if let counter {
            writes += 1
            counter.close { [self] in written(manager) }
        }
        written(manager)
        manager.loop.schedule(after: Self.writePatience) { [self] in
            guard !isConcluded else { return }
            CommandNotes().say("the disk does not answer; not all that was heard is written down")
            conclude(manager)
        }
    }

    private func conclude(_ manager: isolated PlaybackManager) {
        guard !isConcluded else { return }
        isConcluded = true
        onEnd(Ending(code: exitCode, write: memory?.takeWrite()))
        manager.shutDown()
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
        case .liveEdge: manager.play(atLiveEdge: true)
        case .shuffle: programme.items.count > 1 ? shuffle(manager) : nothingElse()
        case .repetition: repeatOtherwise(manager)
        }
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
