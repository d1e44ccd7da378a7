import RadioLoop

/// Writes a log's lines in order on a worker's thread. Reports the number up to which all lines are on the disk.
///
/// While nothing can be written (a full disk, a slow reader of the log), up to ``maximumWaiting`` lines wait in memory.
/// Further lines are ignored here and remain in the store (``TitleStore``). Later, the writer requests the lines that
/// it ignored from the store. It belongs to the loop's thread.
final class LogWriter {
    /// What the writer reports to its owner.
    enum Event {
        /// All lines up to this number are in the log and survive a power cut.
        case wrote(upTo: Int64)
        /// The writer needs the store's lines after this number. The owner must pass them to ``catchUp(_:)``.
        case wants(after: Int64)
        /// Nothing can be written to the log for now; the writer tries again.
        case stuck(LogFileError)
        case recovered
        /// The rotated file with this path was deleted, because it exceeded the retention.
        case deleted(String)
        /// The program that reads the log has closed the pipe.
        case closed
    }

    static let maximumWaiting = 20_000
    static let maximumWaitingBytes = 16 << 20
    /// Maximum number of lines in one write.
    static let maximumBatch = 1_000
    static let retryAfter = Duration.seconds(2)
    /// Time between two checks for rotated files that exceed the retention.
    static let tidyInterval = Duration.seconds(3600)
    /// Maximum time from writing a line until the log is synchronized, so that the line survives a power cut. Until
    /// then, the line also remains in the store.
    static let synchronizing = Duration.seconds(10)

    /// The file, which only the worker's thread uses.
    private final class Box: @unchecked Sendable {  // One job at a time, all of them on the worker's thread.
        var file: LogFile?
    }

    private let loop: EventLoop
    private let worker: BlockingWorker
    private let target: LogTarget
    private let wallClock: () -> Int64
    private let synchronizing: Duration
    private let report: (Event) -> Void
    private let box = Box()
    private var waiting: [TitleStore.Line] = []
    private var timer: LoopTimer?
    private var syncTimer: LoopTimer?
    private var tidyTimer: LoopTimer?
    /// Measures the age of rotated files; nil until the file is open.
    private var clock: RetentionClock?
    private var isWriting = false
    private var isStuck = false
    private var isOver = false
    /// True if the store may contain lines after ``accepted`` that the writer did not accept. At the start, these are
    /// lines of an earlier run.
    private var isBehind = true
    /// True while lines are requested from the store and have not arrived.
    private var isAsking = false
    /// The number of the last line that was added to the waiting lines, or that the file already contained when it was
    /// opened.
    private var accepted: Int64 = 0
    /// The number of the last line that survives a power cut.
    private var safe: Int64 = 0
    private var onClosed: (() -> Void)?

    /// - Parameters:
    ///   - worker: a worker that only this writer uses, because a slow reader of the log blocks it.
    ///   - wallClock: returns the time in milliseconds since 1970.
    ///   - report: called on the loop's thread.
    init(
        loop: EventLoop, worker: BlockingWorker, target: LogTarget, wallClock: @escaping () -> Int64,
        synchronizing: Duration = LogWriter.synchronizing, report: @escaping (Event) -> Void
    ) {
        self.synchronizing = synchronizing
        self.loop = loop
        self.worker = worker
        self.target = target
        self.wallClock = wallClock
        self.report = report
        timer = loop.makeTimer { [weak self] in self?.write(again: true) }
        syncTimer = loop.makeTimer { [weak self] in self?.synchronize() }
        tidyTimer = loop.makeTimer { [weak self] in self?.tidy() }
    }

    deinit {
        for timer in [timer, syncTimer, tidyTimer] { timer?.cancel() }
    }

    /// Opens the file, and passes the number of its last line to `completion`. Must be called before any other method.
    func open(then completion: @escaping (Result<Int64, LogFileError>) -> Void) {
        let (box, target) = (box, target)
        typealias Opened = Result<(number: Int64, modified: Int64?), LogFileError>
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Opened in
            do throws(LogFileError) {
                let file = try LogFile(target)
                box.file = file
                return .success((file.lastNumber, file.modifiedBefore))
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            if let self, case .success(let opened) = result {
                accepted = opened.number
                clock = RetentionClock(newest: opened.modified, wall: wallClock(), boot: loop.bootTime)
                tidy()
            }
            completion(result.map { $0.number })
        }
    }

    /// Deletes at most one rotated file that exceeds the retention, and schedules the next step.
    private func tidy() {
        guard target.retention.isLimited, !isOver, onClosed == nil, let clock else { return }
        let (box, now) = (box, clock.now(wall: wallClock(), boot: loop.bootTime))
        worker.run(orElse: []) { () -> [String] in
            box.file?.tidy(at: now)
            return box.file?.takeDeleted() ?? []
        } then: { [weak self] deleted in
            for path in deleted { self?.report(.deleted(path)) }
            self?.tidyTimer?.rearm(after: deleted.isEmpty ? Self.tidyInterval : TitleStore.sweepPace)
        }
    }

    /// Writes lines that the store has just written to its file. If too many lines wait, ignores them and requests them
    /// from the store later. `lines` must be in the order of their numbers.
    func write(_ lines: [TitleStore.Line]) {
        guard !isOver, !isBehind, !lines.isEmpty else { return }
        let bytes = (waiting + lines).reduce(0) { $0 + $1.text.utf8.count }
        if waiting.count + lines.count > Self.maximumWaiting || bytes > Self.maximumWaitingBytes, !waiting.isEmpty {
            isBehind = true
        } else {
            accept(lines)
        }
        if !isStuck { write() }
    }

    /// True if ``write(_:)`` would accept further lines now. Only then may it be called with lines that are not in the
    /// store's file, because lines that it ignores would be lost.
    var hasRoom: Bool {
        !isOver && !isBehind && waiting.count < Self.maximumWaiting / 2
            && waiting.reduce(0) { $0 + $1.text.utf8.count } < Self.maximumWaitingBytes / 2
    }

    /// Writes lines from the store: those that an earlier run left, or those requested by ``Event/wants(after:)``.
    ///
    /// If there are ``TitleStore/maximumLeft`` lines or ``TitleStore/maximumLeftBytes`` bytes, the store may have more
    /// lines.
    /// - Parameter lines: nil if the store could not read them. They are requested again later.
    func catchUp(_ lines: [TitleStore.Line]?) {
        isAsking = false
        guard !isOver, isBehind else { return }
        guard let lines else {
            guard onClosed == nil else { return concludeIfAsked() }
            timer?.rearm(after: Self.retryAfter)
            return
        }
        let bytes = lines.reduce(0) { $0 + $1.text.utf8.count }
        isBehind = lines.count >= TitleStore.maximumLeft || bytes >= TitleStore.maximumLeftBytes
        accept(lines)
        if !isStuck || onClosed != nil { write() }
    }

    /// Opens the file by its name again, because another program may have renamed the open file. New lines wait until
    /// the file is open.
    func reopen() {
        let box = box
        worker.run { () -> LogFileError? in
            do throws(LogFileError) { try box.file?.reopen() } catch { return error }
            return nil
        } then: { [weak self] error in
            if let error { self?.retryLater(error) }
        }
    }

    /// Writes the waiting lines and closes the log. Then calls `completion`, even if an error prevents the writing.
    func close(then completion: @escaping () -> Void) {
        guard !isOver else { return completion() }
        onClosed = completion
        if !isWriting { write() }
    }

    // MARK: -

    /// Adds lines to the waiting lines. Leaves out lines that were added before, so that each line is written once.
    private func accept(_ lines: [TitleStore.Line]) {
        waiting += lines.drop { $0.number <= accepted }
        accepted = max(accepted, lines.last?.number ?? 0)
    }

    /// Requests the next lines from the store. While the writer closes, it requests lines only if the log is a stream
    /// such as standard output. If the log is a file, the next run can write them.
    private func ask() {
        if onClosed != nil, case .file = target.place { return concludeIfAsked() }
        guard !isAsking else { return }
        isAsking = true
        report(.wants(after: accepted))
    }

    /// Writes the next batch, if no other batch is being written.
    /// - Parameter isRetry: true to call the file even if no lines wait, so that the file writes the bytes that an
    ///   error left unwritten.
    private func write(again isRetry: Bool = false) {
        guard !isWriting, !isOver else { return concludeIfAsked() }
        guard !waiting.isEmpty || isRetry else { return isBehind ? ask() : concludeIfAsked() }
        timer?.disarm()
        isWriting = true
        let batch = Array(waiting.prefix(Self.maximumBatch))
        waiting.removeFirst(batch.count)
        let (box, now, isSynchronized) = (box, wallClock(), synchronizing == .zero)
        let isStarted = worker.run { () -> Written in
            guard let file = box.file else { return Written(error: .inaccessible("the log is not open")) }
            var written = Written()
            do throws(LogFileError) {
                try file.append(batch.map { ($0.number, $0.text) }, now: now)
                if isSynchronized { try file.synchronize() }
                written.isSafe = isSynchronized || !file.isRegular
            } catch { written.error = error }
            (written.taken, written.deleted) = (file.lastNumber, file.takeDeleted())
            return written
        } then: { [weak self] in
            self?.written(batch, $0)
        }
        if !isStarted { written(batch, Written(error: .noRoom("the disk is too slow"))) }
    }

    /// The result of writing a batch.
    private struct Written: Sendable {
        var error: LogFileError?
        /// The number of the last line that the file has taken.
        var taken: Int64 = 0
        /// True if the taken lines survive a power cut.
        var isSafe = false
        /// Paths of rotated files that were deleted.
        var deleted: [String] = []
    }

    /// Handles the result of writing a batch: reports it, and writes the next batch or tries again later.
    private func written(_ batch: [TitleStore.Line], _ result: Written) {
        isWriting = false
        for path in result.deleted { report(.deleted(path)) }
        guard let error = result.error else {
            if isStuck {
                isStuck = false
                report(.recovered)
            }
            if result.isSafe {
                isSafe(upTo: result.taken)
            } else if syncTimer?.isArmed == false {
                syncTimer?.rearm(after: synchronizing)
            }
            return write()
        }
        // The file has taken the lines up to `result.taken` and writes their missing bytes itself, so only the lines
        // after them wait again.
        waiting = batch.filter { $0.number > result.taken } + waiting
        if error == .closed {
            waiting = []
            if let onClosed {
                self.onClosed = nil
                onClosed()
            }
            isOver = true
            return report(.closed)
        }
        retryLater(error)
    }

    private func isSafe(upTo number: Int64) {
        guard number > safe else { return }
        safe = number
        report(.wrote(upTo: safe))
    }

    /// Waits until the log's lines are on the disk. If that fails, the lines remain in the store, and the next run
    /// writes those that the log lacks.
    private func synchronize(then completion: @escaping () -> Void = {}) {
        syncTimer?.disarm()
        let box = box
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Int64, LogFileError> in
            guard let file = box.file else { return .success(0) }
            do throws(LogFileError) {
                try file.synchronize()
                return .success(file.lastNumber)
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            switch result {
            case .success(let number): self?.isSafe(upTo: number)
            case .failure(let error): self?.retryLater(error)
            }
            completion()
        }
    }

    private func retryLater(_ error: LogFileError) {
        guard !isOver else { return }
        if !isStuck {
            isStuck = true
            report(.stuck(error))
        }
        guard onClosed == nil else { return concludeIfAsked() }
        timer?.rearm(after: Self.retryAfter)
    }

    /// If ``close(then:)`` was called and no batch is being written, closes the file and then calls the completion of
    /// ``close(then:)``.
    private func concludeIfAsked() {
        guard !isWriting, let onClosed else { return }
        self.onClosed = nil
        isOver = true
        let (box, worker) = (box, worker)
        synchronize {
            worker.run(orElse: ()) {
                box.file = nil
            } then: {
                onClosed()
            }
        }
    }
}
