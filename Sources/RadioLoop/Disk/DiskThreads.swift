import CLinux
import Synchronization

/// The threads of one loop's ``DiskWorker``, and the jobs that wait for them. One thread serves everybody while disks answer.
///
/// Each client's jobs run one after the other, in their order; clients take turns. A job that takes longer than `patience` keeps
/// its thread, and where others wait a fresh thread goes on with them, ``maximumThreads`` at most.
final class DiskThreads: Sendable {
    typealias Job = @Sendable () -> Void

    static let maximumThreads = 4

    private struct State {
        /// Jobs that have not begun, by client.
        var waiting: [Int: [Job]] = [:]
        /// Clients whose job runs.
        var served: Set<Int> = []
        /// Clients that have jobs and are not served, in the order of their turns.
        var ready: [Int] = []
        /// When each running job began, by its thread.
        var running: [Int: MonotonicInstant] = [:]
        var threads = 0
        var lastThread = 0
        /// Threads that wait for a job: one, and more only for a moment.
        var idle = 0
        var isClosed = false
    }

    private enum Step {
        case run(Job, client: Int)
        case wait
        case end
    }

    private let state = Mutex(State())
    private let patience: Duration
    /// One count for each job that an idle thread is woken for, and one for each thread to close.
    private let semaphore: Int32

    /// Nil where no descriptor is left.
    init?(patience: Duration) {
        semaphore = eventfd(0, Int32(EFD_CLOEXEC | EFD_SEMAPHORE))
        guard semaphore >= 0 else { return nil }
        self.patience = patience
    }

    deinit { if semaphore >= 0 { close(semaphore) } }

    // MARK: The loop's thread

    /// Takes a job of a client; false, and nothing is done, where every thread that there may be is kept by a job, or none could be
    /// started.
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
            // It is the first and only one.
            (state.waiting, state.ready) = ([:], [])
            return false
        }
    }

    /// Starts a fresh thread where jobs wait and all threads are kept by jobs that take too long.
    /// - Returns: when to look again; nil where there is nothing to look for.
    func relieve(now: MonotonicInstant) -> MonotonicInstant? {
        let (next, fresh) = state.withLock { state -> (MonotonicInstant?, Int?) in
            guard !state.ready.isEmpty else { return (nil, nil) }
            guard stuck(state, now) == state.threads else {
                // Whoever begins now takes the next job, or those that run are watched.
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

    /// Whether a job waits for a thread.
    var isWaitedFor: Bool { state.withLock { !$0.ready.isEmpty } }

    var count: Int { state.withLock { $0.threads } }

    /// Ends the threads once everything that was taken is done.
    func finish() {
        let threads = state.withLock { state in
            state.isClosed = true
            return state.threads
        }
        for _ in 0..<threads { signal() }
    }

    private func stuck(_ state: State, _ now: MonotonicInstant) -> Int {
        state.running.values.count { $0.advanced(by: patience) <= now }
    }

    private func signal() {
        var one: UInt64 = 1
        _ = write(semaphore, &one, 8)
    }

    // MARK: Their own

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
            // One is enough to wait.
            guard !state.isClosed, state.idle == 0 else {
                state.threads -= 1
                return .end
            }
            state.idle += 1
            return .wait
        }
    }

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
