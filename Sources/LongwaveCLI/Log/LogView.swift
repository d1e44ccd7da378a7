import Longwave
import LongwaveDesktop
import RadioLoop
import RadioWeb

/// Logs titles for `longwave log`, and shows how the log goes on.
final class LogView: SessionView {
    /// The settings of a run.
    struct Plan: Sendable {
        var choice: StationChoice
        var settings: TitleLogger.Settings
        var endAfter: Duration?
        var isQuiet = false
        var isVerbose = false
        /// Where figures for Prometheus are served; nil for nowhere.
        var http: HTTPOptions?
    }

    private let session: RadioSession
    private let plan: Plan
    private let loop: EventLoop
    private var log: TitleLog?
    private var progress: LogProgress?
    private var endTimer: LoopTimer?
    private var limit: LoopTimer?
    private let hangUp = HangUpWatch()
    private var heartbeat: ServiceHeartbeat?
    private var metrics: MetricsFront?
    private enum Stuck { case database, log }
    /// What cannot be written now.
    private var stuck: Set<Stuck> = []
    /// The number of records that could not be written to the title database and are lost.
    private var lostCount = 0
    /// The exit code, from the moment when the log stops.
    private var code: ExitCode?

    /// When the log ends, records may still wait to be written. If no record was written for this time, the program
    /// stops waiting for them.
    private static let patience = Duration.seconds(5)

    /// Runs the log, and returns when it has ended. Throws if its exit code is not 0.
    static func run(_ plan: Plan) throws(CommandFailure) {
        try RadioSession.run(.silent) { LogView($0, plan, on: $1) }
    }

    private init(_ session: RadioSession, _ plan: Plan, on manager: isolated PlaybackManager) {
        self.session = session
        self.plan = plan
        loop = manager.loop
    }

    func start(on manager: isolated PlaybackManager) {
        plan.choice.find(on: loop) { [self] result in
            switch result {
            case .success(let chosen): begin(chosen, manager)
            case .failure(let error): fail(CommandFailure(error), manager)
            }
        }
    }

    /// Begins to log the chosen stations, after the station lists were read.
    private func begin(_ chosen: StationChoice.Chosen, _ manager: isolated PlaybackManager) {
        guard !session.isEnding else { return }
        guard !chosen.stations.isEmpty else {
            let sentence = "The list has no station that can be followed."
            return fail(CommandFailure(code: .notPlayable, sentence: sentence), manager)
        }
        if let failure = DescriptorLimit.raise(for: chosen.stations.count) { return fail(failure, manager) }
        let log: TitleLog
        do throws(RadioError) {
            log = try session.radio.log(plan.settings, on: manager) { [weak self] in self?.happened($0, manager) }
        } catch {
            return fail(CommandFailure(error), manager)
        }
        self.log = log
        progress = LogProgress(loop: loop, isQuiet: plan.isQuiet) {
            log.logger.tally
        } onClosed: { [session] in
            session.end(.ended, manager)
        }
        if !plan.isQuiet { for remark in chosen.remarks { say(remark) } }
        log.start(chosen.stations) { [self] result in
            switch result {
            case .success:
                beat(log)
                serveMetrics(log)
            case .failure(.titles(let failure)): fail(Self.words(failure), manager)
            case .failure(let error): fail(CommandFailure(error), manager)
            }
        }
        if let endAfter = plan.endAfter {
            endTimer = loop.schedule(after: endAfter) { [session] in session.end(.ended, manager) }
        }
    }

    private func beat(_ log: TitleLog) {
        guard code == nil else { return }
        heartbeat = ServiceHeartbeat(loop: loop, notifySocket: Environment.value("NOTIFY_SOCKET")) {
            let tally = log.logger.tally
            return "\(tally.following) of \(tally.stations.counted("station")), \(tally.titles.counted("title"))"
        }
    }

    /// Serves the figures of the log over HTTP, if the plan says so.
    private func serveMetrics(_ log: TitleLog) {
        guard code == nil, let options = plan.http else { return }
        do throws(ListenAddress.Failure) {
            metrics = try MetricsFront(loop, options) { [weak self] in
                self?.stuck.isEmpty != false
            } add: { [weak self] metrics in
                let tally = log.logger.tally
                metrics.gauge("log_stations", "Stations to follow.", Double(tally.stations))
                metrics.gauge("log_stations_following", "Stations that are followed now.", Double(tally.following))
                metrics.gauge("log_stations_connecting", "Stations that are being connected.", Double(tally.connecting))
                metrics.gauge("log_stations_waiting", "Stations that wait for their next try.", Double(tally.waiting))
                metrics.gauge("log_unwritten_records", "Records that wait for the disk.", Double(tally.unwritten))
                metrics.counter("log_titles_total", "Titles.", Double(tally.titles))
                metrics.counter("log_received_bytes_total", "Received bytes.", Double(tally.bytes))
                metrics.counter("log_lost_records_total", "Records that were lost.", Double(self?.lostCount ?? 0))
            }
            if !plan.isQuiet { say("the figures are at \(metrics?.link ?? ""), the token in \(options.tokenFile)") }
        } catch { say(error.sentence) }
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

    private func fail(_ failure: CommandFailure, _ manager: isolated PlaybackManager) {
        guard code == nil, !session.isEnding else { return }
        failure.lines.forEach(say)
        log = nil
        session.end(failure.code, manager)
    }

    func say(_ text: String) {
        if let progress { progress.say(text) } else { CommandNotes().say(text) }
    }

    private func detail(_ text: @autoclosure () -> String) {
        if plan.isVerbose { say(text()) }
    }

    // MARK: Events

    /// Reopens the log's file and reads the station lists again, unless SIGHUP means that the terminal is gone.
    func reload(on manager: isolated PlaybackManager) -> Bool {
        guard !hangUp.isHungUp else { return false }
        guard code == nil, let log else { return true }
        log.logger.reopenLog()
        plan.choice.find(on: loop) { [self] result in
            switch result {
            case .success(let chosen):
                if let failure = DescriptorLimit.raise(for: chosen.stations.count) {
                    say(failure.sentence)
                } else {
                    log.logger.update(chosen.stations.map(TitleStation.init))
                }
            case .failure(let failure): say("\(failure.sentence) Logging continues with the same stations.")
            }
        }
        return true
    }

    /// Shows an event of the log to the person.
    private func happened(_ event: TitleLogger.Event, _ manager: isolated PlaybackManager) {
        switch event {
        case .storeStuck(let error):
            stuck.insert(.database)
            say(TitleWords.stuck(error))
        case .storeBegunAnew(let aside): say(TitleWords.begunAnew(aside: aside))
        case .storeRecovered(let lost):
            lostCount += lost
            stuck.remove(.database)
            say("the title database can be written again" + (lost > 0 ? "; lost: \(lost.counted("record"))" : ""))
        case .logStuck(let error):
            stuck.insert(.log)
            say("the log cannot be written: \(error.words); trying again")
        case .logRecovered:
            stuck.remove(.log)
            say("the log can be written again")
        case .logClosed: session.end(.ended, manager)
        case .began(let track, let station, let time):
            if plan.settings.log == nil { progress?.show(track, of: station, at: time) }
        case .deletedRecords(let count): detail(TitleWords.deleted(count))
        case .deletedFile(let path): detail("deleted because of --keep: \(path)")
        case .came(let station): detail("\(station): followed")
        case .went(let station, let reason): detail("\(station): \(reason)")
        }
    }

    // MARK: The end

    /// Stops the log, and ends the session when its records are written. A second signal ends the session without
    /// waiting for them.
    func ending(with code: ExitCode, _ manager: isolated PlaybackManager) -> ExitCode? {
        // Ctrl-C is the usual end of a log.
        let code = self.code ?? (code == .interrupted ? .ended : code)
        guard let log else { return code }
        guard self.code == nil else {
            log.abandon()
            return lostCount > 0 ? .cannotWrite : code
        }
        self.code = code
        endTimer?.cancel()
        heartbeat?.stopping()
        progress?.end()
        waitForWriting(log, unwritten: .max, manager)
        log.stop(on: manager) { [self] in written(log, manager) }
        return nil
    }

    /// Ends the session if, after ``patience``, no more records were written or all are written; otherwise waits again.
    /// `unwritten` is the number of unwritten records at the last call.
    private func waitForWriting(_ log: TitleLog, unwritten: Int, _ manager: isolated PlaybackManager) {
        limit = loop.schedule(after: Self.patience) { [self] in
            let left = log.logger.tally.unwritten
            guard left > 0, left < unwritten else { return written(log, manager) }
            waitForWriting(log, unwritten: left, manager)
        }
    }

    private func written(_ log: TitleLog, _ manager: isolated PlaybackManager) {
        guard !session.isEnding else { return }
        limit?.cancel()
        let unwritten = log.logger.tally.unwritten
        if unwritten > 0 {
            lostCount += unwritten
            say(TitleWords.lost(unwritten))
        }
        session.end(.ended, manager)
    }

    func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        limit?.cancel()
        metrics?.close()
        progress?.leave()
        completion()
    }
}
