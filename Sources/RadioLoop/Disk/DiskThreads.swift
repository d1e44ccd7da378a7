import CLinux
import Synchronization

/// The threads of one loop's ``DiskWorker``, and the jobs that wait for them.
///
/// One thread serves all clients while disks answer. The jobs of a client run one after the other, in order. Between
/// two jobs of one client, one job of each other waiting client runs. A job that takes longer than `patience` is
/// *slow*. If slow jobs occupy all threads while other clients wait, a new thread starts. There are at most
/// ``maximumThreads`` threads.
final class DiskThreads: Sendable {
    typealias Job = @Sendable () -> Void

    static let maximumThreads = 4

    /// The state that the loop's thread and the disk threads share.
    private struct State {
        /// The jobs that have not begun, by client.
        var waiting: [Int: [Job]] = [:]
        /// The clients that have a running job.
        var served: Set<Int> = []
        /// The clients that have waiting jobs and no running job. The first one's next job runs next.
        var ready: [Int] = []
        /// The start of each running job, by the number of its thread.
        var running: [Int: MonotonicInstant] = [:]
        var threads = 0
        var lastThread = 0
        /// The number of threads that wait for a job: 0 or 1. A thread that was just woken still counts as waiting.
        var idle = 0
        var isClosed = false
    }

    /// The next action of a disk thread.
    private enum Step {
        case run(Job, client: Int)
        case wait
        case end
    }

    private let state = Mutex(State())
    private let patience: Duration
    /// An eventfd used as a semaphore, which idle threads wait for. The loop's thread adds one to wake an idle thread
    /// for a job. At the end, it adds one for each thread, so that all threads end.
    private let semaphore: Int32

    /// Creates the semaphore, but no thread yet. Returns nil if the process may not open another descriptor.
    init?(patience: Duration) {
        semaphore = eventfd(0, Int32(EFD_CLOEXEC | EFD_SEMAPHORE))
        guard semaphore >= 0 else { return nil }
        self.patience = patience
    }

    deinit { if semaphore >= 0 { close(semaphore) } }

    // MARK: The loop's thread

    /// Accepts a job of a client.
    ///
    /// Returns false and drops the job if all ``maximumThreads`` threads run jobs that have taken longer than
    /// `patience`, or if the first thread could not be started.
    func add(_ job: @escaping Job, of client: Int, now: MonotonicInstant) -> Bool {
        let isTaken = state.withLock { state in
            guard stuck(state, now) < Self.maximumThreads else { return false }
            state.waiting[client, default: []].append(job)
            if !state.served.contains(client), !state.ready.contains(client) { state.ready.append(client) }
            return true
        }
        guard isTaken else { return false }
        _ = relieve(now: now)
        return state.withLock { state in
            if state.idle > 0 { signal() }
            guard state.threads == 0 else { return true }
            // The first thread could not be started, so the only job is dropped.
            (state.waiting, state.ready) = ([:], [])
            return false
        }
    }

    /// Starts a new thread if jobs wait while all threads run jobs that have taken longer than `patience`.
    /// - Returns: The time for the next call, or nil if no further call is needed.
    func relieve(now: MonotonicInstant) -> MonotonicInstant? {
        let (next, fresh) = state.withLock { state -> (MonotonicInstant?, Int?) in
            guard !state.ready.isEmpty else { return (nil, nil) }
            guard stuck(state, now) == state.threads else {
                // At least one thread runs no slow job, and will run the next one. Its present job may become slow, so
                // this function must be called again at that time.
                let begun = state.running.values.filter { $0.advanced(by: patience) > now }.min() ?? now
                return (begun.advanced(by: patience), nil)
            }
            guard state.threads < Self.maximumThreads else { return (nil, nil) }
            state.threads += 1
            state.lastThread += 1
            return (now.advanced(by: patience), state.lastThread)
        }
        if let fresh, !LoopThread.startIfPossible({ self.work(fresh) }) { state.withLock { $0.threads -= 1 } }
        return next
    }

    /// True if a job waits for a thread.
    var isWaitedFor: Bool { state.withLock { !$0.ready.isEmpty } }

    var count: Int { state.withLock { $0.threads } }

    /// Ends the threads once all accepted jobs are done.
    func finish() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<threads { signal() }
    }

    /// Returns the number of threads that run a slow job: one that has taken longer than `patience`.
    private func stuck(_ state: State, _ now: MonotonicInstant) -> Int {
        state.running.values.count { $0.advanced(by: patience) <= now }
    }

    private func signal() {
        var one: UInt64 = 1
        _ = write(semaphore, &one, 8)
    }

    // MARK: The disk threads

    /// The body of a disk thread: runs jobs until no further job needs this thread.
    private func work(_ number: Int) {
        _ = longwave_set_thread_name("longwave-disk")
        while true {
            switch next(number) {
            case .run(let job, let client):
                job()
                ended(number, client)
            case .wait:
                var count: UInt64 = 0
                _ = read(semaphore, &count, 8)
                state.withLock { $0.idle -= 1 }
            case .end: return
            }
        }
    }

    /// Returns what a disk thread does next: it runs the next job, waits for a job, or ends.
    private func next(_ number: Int) -> Step {
        state.withLock { state in
            if !state.ready.isEmpty {
                let client = state.ready.removeFirst()
                if let job = state.waiting[client]?.removeFirst() {
                    state.served.insert(client)
                    state.running[number] = .now
                    return .run(job, client: client)
                }
            }
            // One idle thread is enough: any further thread without a job ends.
            guard !state.isClosed, state.idle == 0 else {
                state.threads -= 1
                return .end
            }
            state.idle += 1
            return .wait
        }
    }

    /// Records that a client's job has ended. If the client has more jobs, it becomes the last of the ready clients.
    private func ended(_ number: Int, _ client: Int) {
        state.withLock { state in
            state.running[number] = nil
            state.served.remove(client)
            if state.waiting[client]?.isEmpty == false {
                state.ready.append(client)
            } else {
                state.waiting[client] = nil
            }
        }
    }
}
