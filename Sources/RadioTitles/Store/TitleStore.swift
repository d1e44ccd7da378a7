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
package final class TitleStore {
    package enum Event: Sendable {
        /// These lines are durable; with their numbers.
        case wrote([Line])
        /// Nothing can be written at present, and why; it is tried again.
        case stuck(StorageError)
        /// Writing goes on; so many records were given up meanwhile.
        case recovered(lost: Int)
        /// The file cannot take lines at present that a log may have all the same (``TitleStore/takeLines()``).
        case unwritten
        /// The file was damaged, deleted or replaced, and a new one was begun; where the damaged one is now.
        case begunAnew(aside: String?)
    }

    package struct Line: Hashable, Sendable {
        /// Grows by one with each line of the database, across restarts.
        package var number: Int64
        package var text: String
    }

    /// Records that wait for the disk at most, and their bytes with their lines; then the oldest go and are counted.
    package static let maximumWaiting = 20_000
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
    /// From one look for what need not be kept to the next, and from one step of it to the next while there is more: ten a minute,
    /// which take some 40 ms of CPU together and delete three times what 5,000 stations with twenty songs an hour write down.
    static let sweepInterval = Duration.seconds(60)
    static let sweepPace = Duration.seconds(6)
    static let retryAfter = Duration.seconds(2)

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let use: TitleDatabase.Use
    private let file: TitleFile
    private let report: (Event) -> Void
    private var records = WaitingRecords()
    private var states: [String: StationState] = [:]
    /// The newest of every station, for a new file.
    private var known: [String: StationState] = [:]
    /// Of the last line that got a number.
    private var lastNumber: Int64 = 0
    private var handedOn: Int64 = 0
    /// Lines up to this number got it without the file.
    private var linesAfter: Int64 = 0
    private var log = ""
    private var isBeatDue = false
    private var isWriting = false
    private var isStuck = false
    private var timer: LoopTimer?
    private let retention: TitleRetention
    private var sweepTimer: LoopTimer?
    private var onClosed: (() -> Void)?

    /// - Parameters:
    ///   - loop: whose thread it belongs to.
    ///   - worker: touches the file.
    ///   - path: of the file, which is made where it is missing.
    ///   - retention: how long what stations showed is kept.
    ///   - report: on the loop's thread; must not block.
    package convenience init(
        loop: EventLoop, worker: BlockingWorker, path: String, keeping retention: TitleRetention = TitleRetention(),
        report: @escaping (Event) -> Void
    ) {
        self.init(loop: loop, worker: worker, path: path, use: .following, keeping: retention, report: report)
    }

    init(
        loop: EventLoop, worker: BlockingWorker, path: String, use: TitleDatabase.Use,
        keeping retention: TitleRetention = TitleRetention(), report: @escaping (Event) -> Void
    ) {
        self.loop = loop
        self.retention = retention
        self.use = use
        self.worker = worker
        file = TitleFile(path: path, use: use)
        self.report = report
        timer = loop.makeTimer { [weak self] in self?.write() }
        sweepTimer = loop.makeTimer { [weak self] in self?.sweep() }
    }

    deinit {
        timer?.cancel()
        sweepTimer?.cancel()
    }

    /// What a log's beginning needs to know.
    package struct Beginning: Sendable {
        /// What an earlier run left of the stations, by their ids.
        package var states: [String: StationState]
        /// The oldest lines that were durable when that run ended, and may not have been handed on: ten thousand at most.
        package var lines: [Line]
    }

    /// Opens the file, which is made where it is missing, and reads what an earlier run left. Before anything else.
    /// - Parameters:
    ///   - ids: of the stations that are followed.
    ///   - now: the moment.
    ///   - log: names the log that lines are for, from one run to the next; empty for one that nobody can look into again, whose
    ///     lines are this run's alone.
    ///   - number: of the last line that is in the log; lines to come have greater ones.
    ///   - completion: on the loop's thread.
    package func open(
        stations ids: Set<String>, at now: LogMoment, log: String = "", linesAfter number: Int64 = 0,
        then completion: @escaping (Result<Beginning, StorageError>) -> Void
    ) {
        self.log = log
        let file = file
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Beginning, StorageError> in
            do throws(StorageError) {
                return .success(try file.open(stations: ids, at: now, log: log, linesAfter: number))
            } catch {
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
        let (file, retention, log, now) = (file, retention, log, loop.moment.wall)
        worker.run(orElse: false) {
            (try? file.database?.tidy(retention, log: log, at: now)) ?? false
        } then: { [weak self] hasMore in
            self?.sweepTimer?.rearm(after: hasMore ? Self.sweepPace : Self.sweepInterval)
        }
    }

    /// What is known of more stations; nothing where it cannot be read.
    func states(
        of ids: Set<String>, at now: LogMoment, then completion: @escaping ([String: StationState]) -> Void
    ) {
        let file = file
        worker.run(orElse: [:]) {
            (try? file.database?.states(of: ids, at: now)) ?? [:]
        } then: {
            completion($0)
        }
    }

    /// Tracks that have to be ended because nobody follows their stations any more; nothing where they cannot be read.
    /// - Returns: false where so much waits for the disk that they are not looked for now.
    func abandoned(
        besides ids: Set<String>, at now: LogMoment, then completion: @escaping ([AbandonedTracks]) -> Void
    ) -> Bool {
        let file = file
        return worker.run {
            (try? file.database?.abandoned(besides: ids, at: now)) ?? []
        } then: {
            completion($0)
        }
    }

    /// Keeps a record and its line; nil: no log wants one. Soon after it is reported as written.
    package func add(_ record: StationRecord, line: String?) {
        records.add(record, line: line)
        if isStuck, !isWriting { report(.unwritten) }
        records.bound()
        writeSoon()
    }

    /// Keeps what a restart must know of a station; the newest is enough.
    package func keep(_ state: StationState) {
        states[state.id] = state
        known[state.id] = state
        writeSoon()
    }

    /// This process lives, and sees the stations that it follows: that is written down, as it is with everything else.
    package func isAlive() {
        isBeatDue = true
        writeSoon()
    }

    /// Lines up to this number are in other hands, and safe there.
    package func handedOn(upTo number: Int64) { handedOn = max(handedOn, number) }

    /// Durable lines behind this number, ten thousand or 8 MB at most; nil where they cannot be read. What becomes durable later is
    /// reported after they are given.
    package func lines(after number: Int64, then completion: @escaping ([Line]?) -> Void) {
        let (file, log) = (file, log)
        worker.run(orElse: nil) { () -> [Line]? in
            try? file.database?.lines(after: number, of: log, atMost: Self.maximumLeft)
        } then: {
            completion($0)
        }
    }

    /// Writes all that waits and calls back then, also where that fails.
    package func close(then completion: @escaping () -> Void) {
        onClosed = completion
        write()
    }

    /// Records that wait for the disk, and their bytes.
    package var waitingCount: Int { records.count }
    var waitingBytes: Int { records.byteCount }
    /// Records that were ever given to it.
    var addedCount: Int { records.addedCount }

    /// Records that wait no more, the oldest of ``addedCount``: they are durable, or were given up.
    var settledCount: Int { addedCount - waitingCount }

    // MARK: -

    private func writeSoon() {
        guard !isWriting, !isStuck, timer?.isArmed == false else { return }
        timer?.rearm(after: Self.gathering)
    }

    private func write() {
        guard !isWriting else { return }
        guard !records.isEmpty || !states.isEmpty || isBeatDue || (handedOn > 0 && onClosed != nil) else {
            return closeIfAsked()
        }
        timer?.disarm()
        isWriting = true
        let (now, entries, kept) = (loop.moment.wall, records.begin(), states)
        let batch = TitleDatabase.Batch(
            records: entries.map(\.record), lines: entries.compactMap(\.line), log: log, states: Array(states.values),
            alive: use == .following ? now : nil, now: now, handedOn: handedOn, linesAfter: linesAfter)
        states = [:]
        isBeatDue = false
        let (file, number) = (file, lastNumber)
        let isStarted = worker.run {
            file.write(batch, linesAfter: number)
        } then: { [weak self] outcome in
            self?.didWrite(batch, kept, outcome)
        }
        if !isStarted { didWrite(batch, kept, .failed(.busy("the disk is too slow"))) }
    }

    private func didWrite(
        _ batch: TitleDatabase.Batch, _ kept: [String: StationState], _ outcome: TitleFile.Outcome
    ) {
        isWriting = false
        switch outcome {
        case .wrote(let numbers):
            records.succeed()
            if handedOn == batch.handedOn { handedOn = 0 }
            if linesAfter == batch.linesAfter { linesAfter = 0 }
            lastNumber = max(lastNumber, numbers.last ?? 0)
            if isStuck {
                isStuck = false
                report(.recovered(lost: records.takeLost()))
            }
            if !numbers.isEmpty {
                report(.wrote(zip(numbers, batch.lines).map { Line(number: $0, text: $1) }))
            }
            if onClosed != nil { return write() }
            if !records.isEmpty || !states.isEmpty || isBeatDue { writeSoon() }
        case .opened(let isNew, let aside):
            records.fail()
            states = known
            if isNew {
                bringOpen()
                report(.begunAnew(aside: aside))
            }
            write()
        case .failed(let error):
            records.fail()
            states.merge(kept) { newer, _ in newer }
            if !isStuck {
                isStuck = true
                report(.stuck(error))
            }
            report(.unwritten)
            guard onClosed == nil else { return closeIfAsked() }
            timer?.rearm(after: Self.retryAfter)
        }
    }

    /// The oldest lines that the file cannot take at present, with their numbers, which are the log's from now on: one part after the
    /// other, until none is left.
    package func takeLines() -> [Line] {
        let lines = records.takeLines()
        guard !lines.isEmpty else { return [] }
        let first = lastNumber + 1
        lastNumber += Int64(lines.count)
        linesAfter = lastNumber
        return zip(first..., lines).map { Line(number: $0, text: $1) }
    }

    /// Tracks that go on are in the new file, too; their lines are in the log since they began.
    private func bringOpen() {
        let begun = known.values.sorted { $0.id < $1.id }.flatMap { state in
            state.open.map(\.track).map { open in
                let begin = TitleRecord.Begin(at: open.began, track: open.track, source: open.source)
                return StationRecord(station: state.id, record: .track(begin))
            }
        }
        records.putFirst(begun)
    }

    private func closeIfAsked() {
        guard let onClosed else { return }
        self.onClosed = nil
        onClosed()
    }
}
