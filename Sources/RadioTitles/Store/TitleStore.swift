import Glibc
import RadioFormats
import RadioLoop
import RadioStorage

/// Stores titles in the file of titles: writes the records of a short time in one transaction, on a worker's thread.
/// Once they are on the disk, reports their log lines to the owner in order.
///
/// While nothing can be written (a full disk) the store keeps up to ``maximumWaiting`` records in memory, reports the
/// failure once, and tries again until writing succeeds. During that time lines still go to the log, if the log accepts
/// them. A file that was deleted or replaced is opened anew. A file that is damaged when it is opened, or proves damaged
/// twice later, is renamed, and a new one is begun. The store belongs to the loop's thread.
package final class TitleStore {
    /// What the store reports to its owner.
    package enum Event: Sendable {
        /// The records of these lines are on the disk.
        case wrote([Line])
        /// Nothing can be written for now; the store tries again.
        case stuck(StorageError)
        /// Writing works again. In the meantime, `lost` records were dropped.
        case recovered(lost: Int)
        /// Lines cannot be written to the file for now. The owner can get the waiting lines from
        /// ``TitleStore/takeLines()`` and pass them to a log.
        case unwritten
        /// The file was damaged, deleted or replaced, and a new one was begun. `aside` is the damaged file's new path.
        case begunAnew(aside: String?)
        /// This number of records exceeded the retention and was deleted.
        case deleted(Int)
    }

    /// A line of the log with its number.
    package struct Line: Hashable, Sendable {
        /// The line's number, which grows by one with each line of the database, across restarts.
        package var number: Int64
        package var text: String
    }

    /// Maximum number of records that wait for the disk. If there are more, the oldest are dropped and counted.
    package static let maximumWaiting = 20_000
    /// Maximum size in bytes of the waiting records with their lines.
    static let maximumWaitingBytes = 32 << 20
    /// Maximum number of bytes in one transaction. A single record may have more bytes.
    static let maximumBatchBytes = 4 << 20
    /// Maximum number of lines that are read from the file at once.
    static let maximumLeft = 10_000
    /// Maximum number of bytes of lines that are read from the file at once.
    static let maximumLeftBytes = 8 << 20
    /// Maximum number of records in one transaction.
    static let maximumBatch = 2_000
    /// Smallest value to which the maximum number of records in one transaction is reduced when transactions fail.
    static let minimumBatch = 50
    /// How long the first record of a transaction waits for others.
    ///
    /// With 900 ms a title is on the disk within a second, and a minute has at most 67 transactions.
    static let gathering = Duration.milliseconds(900)
    /// Time between two checks for records that exceed the retention.
    static let sweepInterval = Duration.seconds(60)
    /// Time between two steps of deletion while more records exceed the retention. The ten steps of a minute take some
    /// 40 ms of CPU time and delete three times what 5,000 stations with twenty songs an hour record.
    static let sweepPace = Duration.seconds(6)
    static let retryAfter = Duration.seconds(2)

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let use: TitleDatabase.Use
    private let file: TitleFile
    private let report: (Event) -> Void
    private var records = WaitingRecords()
    private var states: [String: StationState] = [:]
    /// The newest state of every station, to be written if a new file is begun.
    private var known: [String: StationState] = [:]
    /// The number of the last line so far.
    private var lastNumber: Int64 = 0
    /// The number up to which lines are on the disk in the log itself, and can be deleted from the file of titles.
    private var handedOn: Int64 = 0
    /// The highest number of a log line that was numbered while the title database could not be written; 0 if there is
    /// none.
    private var linesAfter: Int64 = 0
    private var log = ""
    private var isBeatDue = false
    private var isWriting = false
    private var isStuck = false
    private var timer: LoopTimer?
    private let retention: TitleRetention
    private var sweepTimer: LoopTimer?
    /// Measures the age of records; nil until the file is open.
    private var clock: RetentionClock?
    private var clockWatch = ClockWatch()
    /// The computer's id for its present start; empty if it cannot be read.
    private static let boot = readBoot()
    private var onClosed: (() -> Void)?

    /// - Parameters:
    ///   - loop: the loop whose thread the store belongs to.
    ///   - worker: the worker that uses the file.
    ///   - path: path of the file; created if missing.
    ///   - retention: how long records of titles that stations showed are kept.
    ///   - report: called on the loop's thread; must not block.
    package convenience init(
        loop: EventLoop, worker: BlockingWorker, path: String, keeping retention: TitleRetention = TitleRetention(),
        report: @escaping (Event) -> Void
    ) {
        self.init(loop: loop, worker: worker, path: path, use: .following, keeping: retention, report: report)
    }

    /// Creates a store. `use` says whether its records are what stations show or what a listener heard.
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

    /// The stations' states and the log lines that an earlier run stored in the file.
    package struct Beginning: Sendable {
        /// The states of stations that an earlier run stored, by the stations' ids.
        package var states: [String: StationState]
        /// The oldest durable lines that may not have reached the log when that run ended, at most ten thousand.
        package var lines: [Line]
        /// The new path of the file if it was damaged; nil if it was not.
        package var aside: String?
        /// Time of the newest record in the file, in milliseconds since 1970; nil if there is none.
        var newest: Int64?
        /// The correction if the wall clock was set since this or another process last wrote the file; otherwise nil.
        var correction: ClockCorrection?
    }

    /// Opens the file, creates it if missing, and reads the states and lines that an earlier run stored. Must be called
    /// before any other method.
    /// - Parameters:
    ///   - ids: ids of the stations that are followed.
    ///   - now: the current moment.
    ///   - log: name of the log that the lines are for, the same in each run; empty for a stream such as standard
    ///     output, whose lines belong to this run only.
    ///   - number: number of the last line in the log. Later lines have greater numbers.
    ///   - holder: if not nil, no other process can open the file with a holder until ``giveUpClaim(then:)``. Describes
    ///     this process in the other's error (``StorageError/busy(_:)``).
    ///   - completion: called on the loop's thread. If a damaged file was renamed, ``Event/begunAnew(aside:)`` is
    ///     reported first.
    package func open(
        stations ids: Set<String>, at now: LogMoment, log: String = "", linesAfter number: Int64 = 0,
        holder: String? = nil, then completion: @escaping (Result<Beginning, StorageError>) -> Void
    ) {
        self.log = log
        _ = lookAtClock()
        let (file, clock) = (file, bootClock)
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Beginning, StorageError> in
            do throws(StorageError) {
                return .success(
                    try file.open(stations: ids, at: now, log: log, linesAfter: number, holder: holder, clock: clock))
            } catch {
                return .failure(error)
            }
        } then: { [weak self] in
            let beginning = try? $0.get()
            self?.lastNumber = max(number, beginning?.lines.last?.number ?? 0)
            if let beginning { self?.measureAges(from: beginning.newest) }
            self?.sweepTimer?.rearm(after: Self.sweepInterval)
            if let aside = beginning?.aside { self?.report(.begunAnew(aside: aside)) }
            completion($0)
        }
    }

    private static func readBoot() -> String {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = fread(&text, 1, text.count, file)
        return String(decoding: text[..<count].prefix { $0 > 0x20 }, as: UTF8.self)
    }

    private var bootClock: BootClock {
        BootClock(boot: Self.boot, wall: loop.moment.wall, boottime: loop.bootTime)
    }

    /// Returns a correction if the wall clock was set since the last call. The owner must add it as a record, before
    /// any other.
    func lookAtClock() -> ClockCorrection? { clockWatch.look(bootClock) }

    /// Begins to measure the ages of records, when the file was opened for the first time.
    private func measureAges(from newest: Int64?) {
        clock = clock ?? RetentionClock(newest: newest, wall: loop.moment.wall, boot: loop.bootTime)
    }

    /// Deletes some records that exceed the retention, and schedules the next step. A step runs between two
    /// transactions that write titles.
    private func sweep() {
        guard onClosed == nil else { return }
        guard let clock else {
            sweepTimer?.rearm(after: Self.sweepInterval)
            return
        }
        let (file, retention, log) = (file, retention, log)
        let now = clock.now(wall: loop.moment.wall, boot: loop.bootTime)
        worker.run(orElse: RetentionStep()) {
            (try? file.database?.tidy(retention, log: log, at: now)) ?? RetentionStep()
        } then: { [weak self] step in
            if step.deleted > 0 { self?.report(.deleted(step.deleted)) }
            self?.sweepTimer?.rearm(after: step.hasMore ? Self.sweepPace : Self.sweepInterval)
        }
    }

    /// Reads the stored states of further stations. Passes an empty dictionary if they cannot be read.
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

    /// Reads open tracks that must be ended because no process follows their stations any more. Passes an empty array
    /// if they cannot be read.
    /// - Returns: false if the worker accepts no job now; `completion` is then not called.
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

    /// Stores a record and its line. The line is reported once both are on the disk. `line` is nil if no log needs the
    /// record.
    package func add(_ record: StationRecord, line: String?) {
        records.add(record, line: line)
        if isStuck, !isWriting { report(.unwritten) }
        records.bound()
        writeSoon()
    }

    /// Stores a station's state for a restart. Only the newest state is kept.
    package func keep(_ state: StationState) {
        states[state.id] = state
        known[state.id] = state
        writeSoon()
    }

    /// Records that this process is alive and observes the stations that it follows. Every other write records this
    /// too.
    package func isAlive() {
        isBeatDue = true
        writeSoon()
    }

    /// Allows the store to delete the lines up to this number from its file, because they are on the disk in the log
    /// itself.
    package func handedOn(upTo number: Int64) { handedOn = max(handedOn, number) }

    /// Reads the lines after this number from the file, at most ten thousand lines or 8 MB, and passes them to
    /// `completion`. Passes nil if they cannot be read.
    ///
    /// Lines that are written to the file later are reported after `completion` has been called.
    package func lines(after number: Int64, then completion: @escaping ([Line]?) -> Void) {
        let (file, log) = (file, log)
        worker.run(orElse: nil) { () -> [Line]? in
            try? file.database?.lines(after: number, of: log, atMost: Self.maximumLeft)
        } then: {
            completion($0)
        }
    }

    /// Writes all records that wait for the disk. Then calls `completion`, even if an error prevents the writing.
    package func close(then completion: @escaping () -> Void) {
        onClosed = completion
        write()
    }

    /// Lets another process open the file with a `holder`. Must be called after ``close(then:)``.
    func giveUpClaim(then completion: @escaping () -> Void) {
        let file = file
        worker.run(orElse: ()) {
            file.giveUpClaim()
        } then: {
            completion()
        }
    }

    /// Number of records that wait for the disk.
    package var waitingCount: Int { records.count }
    /// Size in bytes of the records that wait for the disk.
    var waitingBytes: Int { records.byteCount }
    /// Number of records that were ever added.
    var addedCount: Int { records.addedCount }

    /// Number of added records, counted from the oldest, that no longer wait: they are durable or were dropped.
    var settledCount: Int { addedCount - waitingCount }

    // MARK: -

    private func writeSoon() {
        guard !isWriting, !isStuck, timer?.isArmed == false else { return }
        timer?.rearm(after: Self.gathering)
    }

    /// Writes the next batch, if no other batch is being written.
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
            alive: use == .following ? now : nil, now: now, clock: bootClock, handedOn: handedOn,
            linesAfter: linesAfter)
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

    /// Handles the result of writing a batch: reports it, and writes the next batch or tries again later.
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
        case .opened(let isNew, let aside, let newest):
            measureAges(from: newest)
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

    /// While the file cannot be written, removes and returns the oldest waiting lines with their final numbers, so that
    /// the owner can write them to a log. Call again until the result is empty.
    package func takeLines() -> [Line] {
        let lines = records.takeLines()
        guard !lines.isEmpty else { return [] }
        let first = lastNumber + 1
        lastNumber += Int64(lines.count)
        linesAfter = lastNumber
        return zip(first..., lines).map { Line(number: $0, text: $1) }
    }

    /// Adds the open tracks to a new file, without lines: the log has contained their lines since the tracks began.
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
