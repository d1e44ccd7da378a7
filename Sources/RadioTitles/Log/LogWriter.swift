import RadioLoop

/// Writes a log's lines on a worker's thread, in their order, and says up to which they are safe.
///
/// Where nothing can be written (a full disk, a reader that takes its time) it keeps up to ``maximumWaiting`` lines. Those that
/// come then it does not take, for the store has them, and catches up later: it asks for what follows the last line that it took,
/// again and again until there is no more. What comes meanwhile is among that. It belongs to the loop's thread.
final class LogWriter {
    enum Event {
        /// All lines up to this number are in the file, and survive a power cut.
        case wrote(upTo: Int64)
        /// Lines behind this number are wanted from the store: ``catchUp(_:)``.
        case wants(after: Int64)
        /// Nothing can be written at present; it is tried again.
        case stuck(LogFileError)
        case recovered
        /// Nobody reads any more.
        case closed
    }

    static let maximumWaiting = 20_000
    static let maximumWaitingBytes = 16 << 20
    /// With one write.
    static let maximumBatch = 1_000
    static let retryAfter = Duration.seconds(2)
    /// Lines are in the file at once. That they survive a power cut there is seen to no more often: until then the store has them.
    static let synchronizing = Duration.seconds(10)

    /// The worker's part.
    private final class Box: @unchecked Sendable {  // One job at a time, all of them on the worker's thread.
        var file: LogFile?
    }

    private let worker: BlockingWorker
    private let target: LogTarget
    private let wallClock: () -> Int64
    private let synchronizing: Duration
    private let report: (Event) -> Void
    private let box = Box()
    private var waiting: [TitleStore.Line] = []
    private var timer: LoopTimer?
    private var syncTimer: LoopTimer?
    private var isWriting = false
    private var isStuck = false
    private var isOver = false
    /// Lines behind ``accepted`` are in the store; at the beginning those of an earlier run.
    private var isBehind = true
    private var isAsking = false
    /// The number of the last line that was taken, or is in the file.
    private var accepted: Int64 = 0
    private var safe: Int64 = 0
    private var onClosed: (() -> Void)?

    /// - Parameters:
    ///   - worker: its own: a reader that takes its time makes it wait.
    ///   - wallClock: milliseconds since 1970.
    ///   - report: on the loop's thread.
    init(
        loop: EventLoop, worker: BlockingWorker, target: LogTarget, wallClock: @escaping () -> Int64,
        synchronizing: Duration = LogWriter.synchronizing, report: @escaping (Event) -> Void
    ) {
        self.synchronizing = synchronizing
        self.worker = worker
        self.target = target
        self.wallClock = wallClock
        self.report = report
        timer = loop.makeTimer { [weak self] in self?.write(again: true) }
        syncTimer = loop.makeTimer { [weak self] in self?.synchronize() }
    }

    deinit {
        timer?.cancel()
        syncTimer?.cancel()
    }

    /// Before anything else; gives the number of the last line that is there.
    func open(then completion: @escaping (Result<Int64, LogFileError>) -> Void) {
        let (box, target) = (box, target)
        worker.run(orElse: .failure(.noRoom(BlockingWorker.refusal))) { () -> Result<Int64, LogFileError> in
            do throws(LogFileError) {
                let file = try LogFile(target)
                box.file = file
                return .success(file.lastNumber)
            } catch {
                return .failure(error)
            }
        } then: { [weak self] result in
            if case .success(let number) = result { self?.accepted = number }
            completion(result)
        }
    }

    /// Lines that have become durable just now, in the order of their numbers.
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

    /// Whether lines that are in no store are safe here: they would be written in their turn.
    var hasRoom: Bool {
        !isOver && !isBehind && waiting.count < Self.maximumWaiting / 2
            && waiting.reduce(0) { $0 + $1.text.utf8.count } < Self.maximumWaitingBytes / 2
    }

    /// What an earlier run left, or was asked for by ``Event/wants(after:)``: up to ``TitleStore/maximumLeft`` lines or
    /// ``TitleStore/maximumLeftBytes``, and as many only where more may follow. Nil: they could not be read, and are asked for again later.
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

    /// Opens the file by its name again, which another program may have put aside. Until that is done lines wait.
    func reopen() {
        let box = box
        worker.run { () -> LogFileError? in
            do throws(LogFileError) { try box.file?.reopen() } catch { return error }
            return nil
        } then: { [weak self] error in
            if let error { self?.retryLater(error) }
        }
    }

    /// Writes what waits and calls back then, also where that fails.
    func close(then completion: @escaping () -> Void) {
        guard !isOver else { return completion() }
        onClosed = completion
        if !isWriting { write() }
    }

    // MARK: -

    /// A line is taken once, whoever brings it.
    private func accept(_ lines: [TitleStore.Line]) {
        waiting += lines.drop { $0.number <= accepted }
        accepted = max(accepted, lines.last?.number ?? 0)
    }

    /// Asks for the next lines. At the end only for a stream: into a file the next run writes them.
    private func ask() {
        if onClosed != nil, case .file = target.place { return concludeIfAsked() }
        guard !isAsking else { return }
        isAsking = true
        report(.wants(after: accepted))
    }

    private func write(again isRetry: Bool = false) {
        guard !isWriting, !isOver else { return concludeIfAsked() }
        guard !waiting.isEmpty || isRetry else { return isBehind ? ask() : concludeIfAsked() }
        timer?.disarm()
        isWriting = true
        let batch = Array(waiting.prefix(Self.maximumBatch))
        waiting.removeFirst(batch.count)
        let (box, now, isSynchronized) = (box, wallClock(), synchronizing == .zero)
        let isStarted = worker.run { () -> (error: LogFileError?, taken: Int64, isSafe: Bool) in
            guard let file = box.file else { return (.inaccessible("the log is not open"), 0, false) }
            do throws(LogFileError) {
                try file.append(batch.map { ($0.number, $0.text) }, now: now)
                if isSynchronized { try file.synchronize() }
                return (nil, file.lastNumber, isSynchronized || !file.isRegular)
            } catch {
                return (error, file.lastNumber, false)
            }
        } then: { [weak self] in
            self?.written(batch, $0)
        }
        if !isStarted { written(batch, (.noRoom("the disk is too slow"), 0, false)) }
    }

    private func written(_ batch: [TitleStore.Line], _ result: (error: LogFileError?, taken: Int64, isSafe: Bool)) {
        isWriting = false
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
        // What the file has begun with it ends itself.
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

    /// Makes what is in the file survive a power cut. Where that fails, the same is written again by whoever opens the file next.
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
