/// A loop's worker for disk files, which would block the loop.
///
/// All ``BlockingWorker``s of the loop are its clients. The worker belongs to the loop's thread. Its threads start with
/// the first job and end with the loop.
final class DiskWorker {
    /// How long a running job may delay other clients. Afterwards another thread runs their jobs.
    static let patience = Duration.seconds(2)

    private let core: LoopCore
    private let patience: Duration
    private var threads: DiskThreads?
    /// The timer that calls ``relieve()``. It is armed while jobs wait.
    private var timer: LoopTimer?

    init(core: LoopCore, patience: Duration) {
        self.core = core
        self.patience = patience
    }

    deinit {
        timer?.cancel()
        threads?.finish()
    }

    /// Accepts a job of a client. Returns false and drops the job if no thread can run it.
    func add(_ job: @escaping @Sendable () -> Void, of client: Int) -> Bool {
        if threads == nil { threads = DiskThreads(patience: patience) }
        let now = MonotonicInstant.now
        guard let threads, threads.add(job, of: client, now: now) else { return false }
        if timer == nil { timer = LoopTimer(core: core, keepsRealTime: true) { [weak self] in self?.relieve() } }
        if timer?.isArmed == false { timer?.rearm(at: now.advanced(by: patience)) }
        return true
    }

    /// The number of threads at present.
    var threadCount: Int { threads?.count ?? 0 }

    /// Stops the timer if no job waits. Called on the loop's thread after the end of each job.
    func jobEnded() { if threads?.isWaitedFor != true { timer?.disarm() } }

    /// Starts a new thread if jobs that take longer than ``patience`` delay other clients.
    ///
    /// The timer calls this. Code that blocks the loop to wait for a job must call it as well.
    func relieve() {
        if let next = threads?.relieve(now: .now) { timer?.rearm(at: next) }
    }
}
