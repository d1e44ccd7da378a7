import RadioLoop
import RadioStorage

/// Keeps titles: gathers what comes in one moment into one transaction, on a worker's thread, and hands lines on when they are
/// durable, in their order.
///
/// Where nothing can be written its lines go on into the log all the same, if that takes them. A file that was deleted or replaced is
/// opened anew; one that proves damaged twice is put aside, and a new one is begun.
///
/// Where nothing can be written (a full disk) it keeps up to ``maximumWaiting`` records in memory, says so once, and tries
/// again until it goes. It belongs to the loop's thread.
public final class TitleStore {
    public enum Event: Sendable {
        /// These lines are durable; with their numbers.
        case wrote([Line])
        /// Nothing can be written at present, and why; it is tried again.
        case stuck(StorageError)
        /// Writing goes on; so many records were given up meanwhile.
        case recovered(lost: Int)
        /// The file was damaged, deleted or replaced, and a new one was begun; where the damaged one is now.
        case begunAnew(aside: String?)
    }

    public struct Line: Hashable, Sendable {
        /// Grows by one with each line of the database, across restarts.
        public var number: Int64
        public var text: String
    }

    /// Records that wait for the disk at most, and their bytes with their lines; then the oldest go and are counted.
    public static let maximumWaiting = 20_000
    static let maximumWaitingBytes = 32 << 20
    /// Bytes in one transaction; its first record may have more.
    static let maximumBatchBytes = 4 << 20
    /// Lines of an earlier run, or read again, at once.
    static let maximumLeft = 10_000
    static let maximumLeftBytes = 8 << 20
    /// In one transaction: at most, and at least where that did not fit.
    static let maximumBatch = 2_000
    static let minimumBatch = 50
    /// How long the first record of a transaction waits for others.
    /// A title is on the disk within a second, and a minute has at most 67 transactions.
    static let gathering = Duration.milliseconds(900)
    /// From one look for what need not be kept to the next, and from one step of it to the next while there is more: twelve a minute,
    /// which take 50 ms of CPU together and delete twice as much as a thousand stations write down.
    static let sweepInterval = Duration.seconds(60)
    static let sweepPace = Duration.seconds(5)
    static let retryAfter = Duration.seconds(2)

    /// The worker's part. Only its thread touches the database.
    private final class Box: @unchecked Sendable {  // One job at a time, all of them on the worker's thread.
        var database: TitleDatabase?
        /// It proved damaged, and was opened once more since.
        var isSuspect = false
        /// Why it could not be opened again.
        var failure: StorageError?
    }

    private struct Waiting {
        var record: StationRecord
        var line: String?

        var byteCount: Int { record.byteCount + (line?.utf8.count ?? 0) }
    }

    private let worker: BlockingWorker
    private let path: String
    private let use: TitleDatabase.Use
    private let box = Box()
    private let report: (Event) -> Void
    private var waiting: [Waiting] = []
    /// Of what waits and what is in flight.
    private(set) var waitingBytes = 0
    /// Older than what waits.
    private var inFlight: [Waiting] = []
    private var states: [String: StationState] = [:]
    /// The newest of every station, for a new file.
    private var known: [String: StationState] = [:]
    /// Of the last line that got a number.
    private var lastNumber: Int64 = 0
    /// Whether the log takes lines that are not in the file of titles: at present, and never where there is none.
    var takesLines: () -> Bool = { false }
    private var handedOn: Int64 = 0
    /// Lines up to this number got it without the file.
    private var linesAfter: Int64 = 0
    private var log = ""
    private var isBeatDue = false
    private var isWriting = false
    private var isStuck = false
    private var batchSize = TitleStore.maximumBatch
    private var lost = 0
    /// Records that were ever given to it.
    private(set) var addedCount = 0
    private var timer: LoopTimer?
    private let retention: Retention
    private var sweepTimer: LoopTimer?
    private var onClosed: (() -> Void)?

    /// - Parameters:
    ///   - loop: whose thread it belongs to.
    ///   - worker: touches the file.
    ///   - path: of the file, which is made where it is missing.
    ///   - retention: how long what stations showed is kept.
    ///   - report: on the loop's thread; must not block.
    public convenience init(
        loop: EventLoop, worker: BlockingWorker, path: String, keeping retention: Retention = Retention(),
        report: @escaping (Event) -> Void
    ) {
        self.init(loop: loop, worker: worker, path: path, use: .following, keeping: retention, report: report)
    }

    init(
        loop: EventLoop, worker: BlockingWorker, path: String, use: TitleDatabase.Use,
        keeping retention: Retention = Retention(), report: @escaping (Event) -> Void
    ) {
        self.retention = retention
        self.use = use
        self.worker = worker
        self.path = path
        self.report = report
        timer = loop.makeTimer { [weak self] in self?.write() }
        sweepTimer = loop.makeTimer { [weak self] in self?.sweep() }
    }

    deinit {
        timer?.cancel()
        sweepTimer?.cancel()
    }

    /// What a log's beginning needs to know.
    public struct Beginning: Sendable {
        /// What an earlier run left of the stations, by their ids.
        public var states: [String: StationState]
        /// The oldest lines that were durable when that run ended, and may not have been handed on: ten thousand at most.
        public var lines: [Line]
    }

    /// Opens the file, which is made where it is missing, and reads what an earlier run left. Before anything else.
    /// - Parameters:
    ///   - ids: of the stations that are followed.
    ///   - now: the moment.
    ///   - log: names the log that lines are for, from one run to the next; empty for one that nobody can look into again, whose
    ///     lines are this run's alone.
    ///   - number: of the last line that is in the log; lines to come have greater ones.
    ///   - completion: on the loop's thread.
    public func open(
        stations ids: Set<String>, at now: LogMoment, log: String = "", linesAfter number: Int64 = 0,
        then completion: @escaping (Result<Beginning, StorageError>) -> Void
    ) {
        self.log = log
        let (box, path, use) = (box, path, use)
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Beginning, StorageError> in
            do throws(StorageError) {
                let database = try TitleDatabase(path: path, use: use)
                let states = try database.states(of: ids, at: now)
                if use == .following { try database.beginRun(at: now.wall, linesAfter: number) }
                let lines = try database.lines(after: number, of: log, atMost: Self.maximumLeft)
                box.database = database
                return .success(Beginning(states: states, lines: lines))
            } catch {
                box.failure = error
                return .failure(error)
            }
        } then: { [weak self] in
            self?.lastNumber = max(number, (try? $0.get())?.lines.last?.number ?? 0)
            self?.sweepTimer?.rearm(after: Self.sweepInterval)
            completion($0)
        }
    }

    /// Deletes a little of what need not be kept, and so on, between two transactions of titles.
    private func sweep() {
        guard onClosed == nil else { return }
        let (box, retention, log, now) = (box, retention, log, LogMoment.now().wall)
        worker.run(orElse: false) {
            (try? box.database?.tidy(retention, log: log, at: now)) ?? false
        } then: { [weak self] hasMore in
            self?.sweepTimer?.rearm(after: hasMore ? Self.sweepPace : Self.sweepInterval)
        }
    }

    /// What is known of more stations; nothing where it cannot be read.
    func states(
        of ids: Set<String>, at now: LogMoment, then completion: @escaping ([String: StationState]) -> Void
    ) {
        let box = box
        worker.run(orElse: [:]) {
            (try? box.database?.states(of: ids, at: now)) ?? [:]
        } then: {
            completion($0)
        }
    }

    /// Tracks that have to be ended because nobody follows their stations any more; nothing where they cannot be read.
    /// - Returns: false where so much waits for the disk that they are not looked for now.
    func abandoned(
        besides ids: Set<String>, at now: LogMoment, then completion: @escaping ([AbandonedTracks]) -> Void
    ) -> Bool {
        let box = box
        return worker.run {
            (try? box.database?.abandoned(besides: ids, at: now)) ?? []
        } then: {
            completion($0)
        }
    }

    /// Keeps a record and its line; nil: no log wants one. Soon after it is reported as written.
    public func add(_ record: StationRecord, line: String?) {
        let new = Waiting(record: record, line: line)
        waitingBytes += new.byteCount
        waiting.append(new)
        if isStuck { handOut() }
        while waitingCount > Self.maximumWaiting || waitingBytes > Self.maximumWaitingBytes, waiting.count > 1 {
            waitingBytes -= waiting.removeFirst().byteCount
            lost += 1
        }
        addedCount += 1
        writeSoon()
    }

    /// Keeps what a restart must know of a station; the newest is enough.
    public func keep(_ state: StationState) {
        states[state.id] = state
        known[state.id] = state
        writeSoon()
    }

    /// This process lives, and sees the stations that it follows: that is written down, as it is with everything else.
    public func isAlive() {
        isBeatDue = true
        writeSoon()
    }

    /// Lines up to this number are in other hands, and safe there.
    public func handedOn(upTo number: Int64) { handedOn = max(handedOn, number) }

    /// Durable lines behind this number, ten thousand or 8 MB at most; nil where they cannot be read. What becomes durable later is
    /// reported after they are given.
    public func lines(after number: Int64, then completion: @escaping ([Line]?) -> Void) {
        let (box, log) = (box, log)
        worker.run(orElse: nil) { () -> [Line]? in
            try? box.database?.lines(after: number, of: log, atMost: Self.maximumLeft)
        } then: {
            completion($0)
        }
    }

    /// Writes all that waits and calls back then, also where that fails.
    public func close(then completion: @escaping () -> Void) {
        onClosed = completion
        write()
    }

    /// Records that wait for the disk.
    public var waitingCount: Int { waiting.count + inFlight.count }

    /// Records that wait no more, the oldest of ``addedCount``: they are durable, or were given up.
    var settledCount: Int { addedCount - waitingCount }

    // MARK: -

    private func writeSoon() {
        guard !isWriting, !isStuck, timer?.isArmed == false else { return }
        timer?.rearm(after: Self.gathering)
    }

    private func write() {
        guard !isWriting else { return }
        guard !waiting.isEmpty || !states.isEmpty || isBeatDue || (handedOn > 0 && onClosed != nil) else {
            return closeIfAsked()
        }
        timer?.disarm()
        isWriting = true
        var bytes = 0
        inFlight = Array(
            waiting.prefix(batchSize).prefix { record in
                bytes += record.byteCount
                return bytes <= Self.maximumBatchBytes || bytes == record.byteCount
            })
        waiting.removeFirst(inFlight.count)
        let now = LogMoment.now().wall
        let batch = TitleDatabase.Batch(
            records: inFlight.map(\.record), lines: inFlight.compactMap(\.line), log: log, states: Array(states.values),
            alive: use == .following ? now : nil, now: now, handedOn: handedOn, linesAfter: linesAfter)
        let kept = states
        states = [:]
        isBeatDue = false
        let (box, path) = (box, path)
        let isStarted = worker.run { () -> Result<[Int64], StorageError> in
            guard let database = box.database else {
                if case .damaged? = box.failure { return .failure(box.failure!) }
                // Whatever it was that kept it from being opened: it is opened again.
                return .failure(.inaccessible(box.failure?.words ?? "the database is not open"))
            }
            guard database.isInPlace else { return .failure(.inaccessible("\(path) was deleted or replaced")) }
            do throws(StorageError) { return .success(try database.write(batch)) } catch { return .failure(error) }
        } then: { [weak self] result in
            self?.written(batch, kept, result)
        }
        if !isStarted { written(batch, kept, .failure(.busy("too much waits for the disk"))) }
    }

    private func written(
        _ batch: TitleDatabase.Batch, _ kept: [String: StationState], _ result: Result<[Int64], StorageError>
    ) {
        isWriting = false
        switch result {
        case .success(let numbers):
            waitingBytes -= inFlight.reduce(0) { $0 + $1.byteCount }
            inFlight = []
            batchSize = min(batchSize * 2, Self.maximumBatch)
            if handedOn == batch.handedOn { handedOn = 0 }
            if linesAfter == batch.linesAfter { linesAfter = 0 }
            lastNumber = max(lastNumber, numbers.last ?? 0)
            if isStuck {
                isStuck = false
                report(.recovered(lost: lost))
                lost = 0
            }
            if !numbers.isEmpty {
                report(.wrote(zip(numbers, batch.lines).map { Line(number: $0, text: $1) }))
            }
            if onClosed != nil { return write() }
            if !waiting.isEmpty || !states.isEmpty || isBeatDue { writeSoon() }
        case .failure(let error):
            waiting = inFlight + waiting
            // A part may fit where all of it does not.
            batchSize = max(batchSize / 2, Self.minimumBatch)
            inFlight = []
            states.merge(kept) { newer, _ in newer }
            if !isStuck {
                isStuck = true
                report(.stuck(error))
            }
            handOut()
            if let onClosed {
                self.onClosed = nil
                return onClosed()
            }
            switch error {
            case .damaged, .inaccessible: openAgain(after: error)
            case .busy, .noRoom, .tooNew: timer?.rearm(after: Self.retryAfter)
            }
        }
    }

    /// Gives lines to the log that their file cannot take at present.
    private func handOut() {
        guard isStuck, !isWriting else { return }
        var index = 0
        while index < waiting.count, takesLines() {
            var lines: [Line] = []
            var bytes = 0
            while index < waiting.count, lines.count < Self.maximumBatch, bytes < Self.maximumBatchBytes {
                if let line = waiting[index].line.take() {
                    lastNumber += 1
                    bytes += line.utf8.count
                    waitingBytes -= line.utf8.count
                    lines.append(Line(number: lastNumber, text: line))
                }
                index += 1
            }
            guard !lines.isEmpty else { return }
            linesAfter = lastNumber
            report(.wrote(lines))
        }
    }

    /// Opens the file once more; a new one where it is gone, and where it is damaged for the second time.
    private func openAgain(after error: StorageError) {
        let (box, path, use, number) = (box, path, use, lastNumber)
        isWriting = true
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Reopening, StorageError> in
            // Without a database nothing was ever opened: whose file that is is not known.
            let wasOpen = box.database != nil
            let run = box.database?.run ?? 0
            let isGone = box.database?.isInPlace == false
            box.database = nil
            var reopening = Reopening(isNew: isGone)
            if case .damaged = error, !isGone, wasOpen || box.isSuspect {
                if box.isSuspect, let aside = DamagedFile.putAside(path, at: LogMoment.now().wall) {
                    reopening = Reopening(isNew: true, aside: aside)
                }
                box.isSuspect.toggle()
            } else {
                box.isSuspect = false
            }
            do throws(StorageError) {
                let database = try TitleDatabase(path: path, use: use)
                if use == .following, reopening.isNew || run == 0 {
                    try database.beginRun(at: LogMoment.now().wall, linesAfter: number)
                } else {
                    database.resume(run: run)
                }
                (box.database, box.failure) = (database, nil)
                return .success(reopening)
            } catch {
                box.failure = error
                return .failure(error)
            }
        } then: { [weak self] result in
            guard let self else { return }
            isWriting = false
            if case .success(let reopening) = result {
                states = known
                if reopening.isNew {
                    bringOpen()
                    report(.begunAnew(aside: reopening.aside))
                }
            }
            handOut()
            timer?.rearm(after: Self.retryAfter)
            if onClosed != nil { write() }
        }
    }

    /// Tracks that go on are in the new file, too; their lines are in the log since they began.
    private func bringOpen() {
        let begun = Set(
            waiting.compactMap { entry -> Begun? in
                guard case .track(let begin) = entry.record.record else { return nil }
                return Begun(station: entry.record.station, at: begin.at.wall)
            })
        var records: [Waiting] = []
        for state in known.values.sorted(by: { $0.id < $1.id }) {
            for open in state.open.map(\.track)
            where !begun.contains(Begun(station: state.id, at: open.began.wall)) {
                let begin = TitleRecord.Begin(at: open.began, track: open.track, source: open.source)
                let offset = LocalTime.offset(at: open.began.wall)
                records.append(
                    Waiting(record: StationRecord(station: state.id, record: .track(begin), offset: offset), line: nil))
            }
        }
        waiting = records + waiting
        waitingBytes += records.reduce(0) { $0 + $1.byteCount }
        addedCount += records.count
    }

    private struct Begun: Hashable {
        var station: String
        var at: Int64
    }

    private struct Reopening: Sendable {
        var isNew: Bool
        var aside: String?
    }

    private func closeIfAsked() {
        guard let onClosed else { return }
        self.onClosed = nil
        onClosed()
    }
}
