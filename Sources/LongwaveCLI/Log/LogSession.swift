import Glibc
import Longwave
import LongwaveDesktop
import RadioLoop

/// One run of `longwave log`, from the list of stations to the exit code.
final class LogSession {
    /// The settings of a run.
    struct Plan {
        var choice: StationChoice
        var settings: TitleLogger.Settings
        var endAfter: Duration?
        var isQuiet = false
        var isVerbose = false
    }

    private let loop: EventLoop
    private let plan: Plan
    private var logger: TitleLogger?
    private var progress: LogProgress?
    private var signals: SignalWatch?
    private var endTimer: LoopTimer?
    private var limit: LoopTimer?
    private var failure: CommandFailure?
    private var isEnding = false
    private let hangUp = HangUpWatch()
    private var heartbeat: ServiceHeartbeat?
    /// The number of records that could not be written to the title database and are lost.
    private var lostCount = 0

    /// When the log ends, records may still wait to be written. If no record was written for this time, the program
    /// stops waiting for them.
    private static let patience = Duration.seconds(5)

    /// Runs the log, and returns when it has ended.
    static func run(_ plan: Plan) throws(CommandFailure) -> ExitCode {
        let loop: EventLoop
        do { loop = try EventLoop() } catch {
            throw CommandFailure(code: .unavailable, sentence: "\(error).")
        }
        let session = LogSession(plan, loop)
        try session.start()
        loop.run()
        if let failure = session.failure { throw failure }
        return session.lostCount > 0 ? .cannotWrite : .ended
    }

    private init(_ plan: Plan, _ loop: EventLoop) {
        self.plan = plan
        self.loop = loop
    }

    private func start() throws(CommandFailure) {
        // `SignalWatch` blocks the signals for this thread. This must happen before any other thread starts, because
        // threads inherit the signal mask.
        signals = try? SignalWatch(loop, [SIGINT, SIGTERM, SIGHUP]) { [self] in received($0) }
        plan.choice.find(on: loop) { [self] result in
            switch result {
            case .success(let chosen): begin(chosen)
            case .failure(let error): end(CommandFailure(error))
            }
        }
    }

    /// Begins to log the chosen stations, after the station lists were read.
    private func begin(_ chosen: StationChoice.Chosen) {
        guard !isEnding else { return }
        let stations = chosen.stations.map(TitleStation.init)
        guard !stations.isEmpty else {
            return end(CommandFailure(code: .notPlayable, sentence: "The list has no station that can be followed."))
        }
        if let failure = DescriptorLimit.raise(for: stations.count) { return end(failure) }
        let logger: TitleLogger
        do throws(TransferError) {
            logger = try TitleLogger(loop: loop, settings: plan.settings) { [weak self] in self?.happened($0) }
        } catch {
            return end(CommandFailure(code: .unavailable, sentence: "\(error)"))
        }
        self.logger = logger
        progress = LogProgress(loop: loop, isQuiet: plan.isQuiet) {
            logger.tally
        } onClosed: { [weak self] in
            self?.end()
        }
        if !plan.isQuiet { for remark in chosen.remarks { progress?.say(remark) } }
        logger.start(stations) { [self] result in
            switch result {
            case .success: beat(logger)
            case .failure(let failure): end(Self.words(failure))
            }
        }
        if let endAfter = plan.endAfter { endTimer = loop.schedule(after: endAfter) { [self] in end() } }
    }

    private func beat(_ logger: TitleLogger) {
        guard !isEnding else { return }
        heartbeat = ServiceHeartbeat(loop: loop, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            let tally = logger.tally
            return "\(tally.following) of \(tally.stations.counted("station")), \(tally.titles.counted("title"))"
        }
    }

    private static func words(_ failure: TitleLogger.Failure) -> CommandFailure {
        switch failure {
        case .store(let error):
            CommandFailure(
                code: .cannotWrite, sentence: "The title database cannot be used: \(error.words).",
                hints: [TitleWords.remedy(error)])
        case .log(let error): CommandFailure(code: .cannotWrite, sentence: "The log cannot be written: \(error.words).")
        }
    }

    // MARK: Events

    /// At SIGHUP, reopens the log's file and reads the station lists again. At other signals, or if SIGHUP means that
    /// the terminal is gone, ends the log.
    private func received(_ signal: Int32) {
        guard signal == SIGHUP, !hangUp.isHungUp else {
            // If the log is already ending, another signal ends the program without waiting for records that are still
            // being written.
            if isEnding { return loop.stop() }
            return end()
        }
        guard !isEnding, let logger else { return }
        logger.reopenLog()
        plan.choice.find(on: loop) { [self] result in
            switch result {
            case .success(let chosen):
                if let failure = DescriptorLimit.raise(for: chosen.stations.count) {
                    progress?.say(failure.sentence)
                } else {
                    logger.update(chosen.stations.map(TitleStation.init))
                }
            case .failure(let failure): progress?.say("\(failure.sentence) Logging continues with the same stations.")
            }
        }
    }

    /// Shows an event of the title logger to the person.
    private func happened(_ event: TitleLogger.Event) {
        switch event {
        case .storeStuck(let error):
            progress?.say(TitleWords.stuck(error))
        case .storeBegunAnew(let aside): progress?.say(TitleWords.begunAnew(aside: aside))
        case .storeRecovered(let lost):
            lostCount += lost
            progress?.say(
                "the title database can be written again" + (lost > 0 ? "; lost: \(lost.counted("record"))" : ""))
        case .logStuck(let error): progress?.say("the log cannot be written: \(error.words); trying again")
        case .logRecovered: progress?.say("the log can be written again")
        case .logClosed: end()
        case .began(let track, let station, let time):
            if plan.settings.log == nil { progress?.show(track, of: station, at: time) }
        case .deletedRecords(let count): if plan.isVerbose { progress?.say(TitleWords.deleted(count)) }
        case .deletedFile(let path): if plan.isVerbose { progress?.say("deleted because of --keep: \(path)") }
        case .came(let station): if plan.isVerbose { progress?.say("\(station): followed") }
        case .went(let station, let reason): if plan.isVerbose { progress?.say("\(station): \(reason)") }
        }
    }

    // MARK: The end

    /// Stops the title logger, and waits until its records are written.
    private func end(_ failure: CommandFailure? = nil) {
        guard !isEnding else { return }
        isEnding = true
        self.failure = failure
        endTimer?.cancel()
        heartbeat?.stopping()
        progress?.end()
        guard let logger, failure == nil else { return finish() }
        waitForWriting(unwritten: .max)
        logger.stop { [self] in
            limit?.cancel()
            finish()
        }
    }

    /// Ends the program if, after ``patience``, no more records were written or all are written; otherwise waits again.
    /// `unwritten` is the number of unwritten records at the last call.
    private func waitForWriting(unwritten: Int) {
        limit = loop.schedule(after: Self.patience) { [self] in
            let left = logger?.tally.unwritten ?? 0
            if left > 0, left < unwritten { waitForWriting(unwritten: left) } else { finish() }
        }
    }

    private func finish() {
        if let unwritten = logger?.tally.unwritten, unwritten > 0 {
            lostCount += unwritten
            progress?.say(TitleWords.lost(unwritten))
        }
        progress?.leave()
        signals?.cancel()
        loop.stop()
    }
}
