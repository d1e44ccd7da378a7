/// A loop's worker for what would block it: disk files. Everybody on the loop shares it, each as a client of their own
/// (``BlockingWorker``). It belongs to the loop's thread; its threads start with the first job and end with the loop.
final class DiskWorker {
    /// How long a job may take before others go on without it.
    static let patience = Duration.seconds(2)

    private unowned let loop: EventLoop
    private let patience: Duration
    private var threads: DiskThreads?
    /// Armed while jobs wait.
    private var timer: LoopTimer?

    init(loop: EventLoop, patience: Duration) {
        self.loop = loop
        self.patience = patience
    }

    deinit {
        timer?.cancel()
        threads?.finish()
    }

    /// Takes a job of a client; false, and nothing is done, where nobody could do it.
    func add(_ job: @escaping @Sendable () -> Void, of client: Int) -> Bool {
        if threads == nil { threads = DiskThreads(patience: patience) }
        let now = MonotonicInstant.now
        guard let threads, threads.add(job, of: client, now: now) else { return false }
        if timer == nil { timer = loop.makeTimer(keepsRealTime: true) { [weak self] in self?.relieve() } }
        if timer?.isArmed == false { timer?.rearm(at: now.advanced(by: patience)) }
        return true
    }

    /// How many there are at present.
    var threadCount: Int { threads?.count ?? 0 }

    /// A job is done.
    func jobEnded() { if threads?.isWaitedFor != true { timer?.disarm() } }

    /// Sees to it that jobs which take long hold nobody up. The timer does it; so must whoever blocks the loop to wait for a job.
    func relieve() {
        if let next = threads?.relieve(now: .now) { timer?.rearm(at: next) }
    }
}
