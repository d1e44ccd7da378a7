import CLinux
import Glibc
import Synchronization

/// Runs everything on one thread: descriptors, timers, signals, and jobs of actors and tasks.
///
/// A *turn* waits in epoll, reports the events of descriptors, fires timers, runs jobs from other threads, and finally
/// runs the *inbox*: the work that ``post(_:)`` has collected. Callbacks of C libraries only store their arguments or
/// call ``post(_:)``. Only work in the inbox passes events to machines and calls these libraries again; their callbacks
/// never do.
///
/// Any thread may call ``postFromAnyThread(_:)``, ``postStarting(_:)``, ``stop()`` and the executor's `enqueue`, may
/// block in ``run(_:)``, and may read ``isRunning`` and ``isCurrent``. All other members belong to the loop's thread:
/// the thread inside ``run()``, or before that the thread that sets the loop up.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// The state that other threads share with the loop.
    private struct Foreign {
        var jobs: [UnownedJob] = []
        var work: [@Sendable () -> Void] = []
        var isStopping = false
        var thread: pthread_t?
        /// True from the moment when the loop starts a thread for itself until that thread reaches ``run()``.
        var isStarting = false
        /// True once the loop was stopped. A thread that the loop starts later does the waiting work and ends.
        var wasStopped = false
        /// The threads in ``run(_:)`` that wait for the end of the thread in ``run()``.
        var waiting: [Ending] = []
    }

    /// Lets one thread wait until another thread calls `tell()`. Used once.
    private final class Ending: Sendable {
        private let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        init() { precondition(descriptor >= 0, "no descriptor to wait with") }
        deinit { close(descriptor) }
        func tell() { eventfd_write(descriptor, 1) }
        func wait() {
            var count: eventfd_t = 0
            while eventfd_read(descriptor, &count) != 0, errno == EINTR {}
        }
    }

    // Only the loop's thread uses this property; `run()` traps a second thread.
    nonisolated(unsafe) private let core: LoopCore
    private let foreign = Mutex(Foreign())
    private let wakeUp: Int32
    // Only the loop's thread uses this property.
    nonisolated(unsafe) private var sharedDisk: DiskWorker?
    private let diskPatience: Duration
    private let startsItself: Bool
    private let isByHand: Bool

    /// Creates a loop without a thread.
    /// - Parameters:
    ///   - handTime: The loop's time in tests, which stands still until `setTime(_:)`. Nil if the loop uses the
    ///     system's time.
    ///   - diskPatience: How long a running disk job may delay the jobs of other ``BlockingWorker``s.
    ///   - startsItself: True to start a thread when a job of an actor or task comes and no thread runs the loop.
    package init(
        handTime: MonotonicInstant? = nil, diskPatience: Duration = DiskWorker.patience, startsItself: Bool = false
    ) throws(LoopError) {
        self.diskPatience = diskPatience
        self.startsItself = startsItself
        isByHand = handTime != nil
        core = try LoopCore(handTime: handTime)
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else { throw LoopError(call: "eventfd") }
        let wakeUp = wakeUp
        _ = try core.watch(wakeUp, for: .readable) { _ in
            var count: UInt64 = 0
            _ = read(wakeUp, &count, 8)
        }
    }

    deinit {
        core.invalidate()
        close(wakeUp)
    }

    // MARK: Running

    /// Runs turns on this thread until ``stop()``.
    package func run() {
        foreign.withLock {
            precondition($0.thread == nil || pthread_equal($0.thread!, pthread_self()) != 0, "the loop has a thread")
            $0.thread = pthread_self()
        }
        runTurns()
    }

    private func runTurns() {
        core.beginRun()
        while true {
            if let waiting = endIfStopped() { return waiting.forEach { $0.tell() } }
            turn(mayBlock: true)
        }
    }

    /// Ends the run if a stop was requested and all earlier work is done, and returns the threads that wait for the
    /// end. Returns nil if the run continues.
    private func endIfStopped() -> [Ending]? {
        foreign.withLock { state in
            guard state.isStopping, state.jobs.isEmpty, state.work.isEmpty else { return nil }
            state.wasStopped = true
            defer { (state.isStopping, state.isStarting, state.thread, state.waiting) = (false, false, nil, []) }
            return state.waiting
        }
    }

    /// Runs `work` on the loop, and blocks until the loop ends.
    ///
    /// If no thread runs the loop, this thread does, until ``stop()``. If another thread runs the loop, that thread
    /// runs `work`, and this thread waits for the loop's end.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let ending: Ending? = foreign.withLock { state in
            state.work.append(work)
            if state.thread == nil, !state.isStarting {
                state.thread = pthread_self()
                return nil
            }
            let ending = Ending()
            state.waiting.append(ending)
            return ending
        }
        guard let ending else { return runTurns() }
        wake()
        ending.wait()
    }

    /// Starts a thread for the loop, unless the loop has one.
    private func startThread() {
        let isFree = foreign.withLock { state in
            guard state.thread == nil, !state.isStarting else { return false }
            state.isStarting = true
            if state.wasStopped { state.isStopping = true }
            return true
        }
        if isFree { LoopThread.start { self.run() } }
    }

    /// Runs one turn. If `mayBlock` is false, the turn does not wait for events.
    ///
    /// Must not be called from inside another turn.
    package func turn(mayBlock: Bool) {
        core.beginTurn()
        defer { core.endTurn() }
        let isIdle = !core.hasPosted && foreign.withLock { $0.jobs.isEmpty && $0.work.isEmpty }
        core.poll(mayBlock: mayBlock && isIdle)
        core.fireTimers()
        runForeign()
        core.drainInbox()
    }

    /// Ends ``run()`` after the current turn. Any thread may call this.
    package func stop() {
        foreign.withLock { $0.isStopping = true }
        wake()
    }

    /// True if a thread runs the loop, or is about to.
    package var isRunning: Bool { foreign.withLock { $0.thread != nil || $0.isStarting } }

    /// True if this thread is the one inside ``run()``, or turns a loop that was created with `handTime`.
    package var isCurrent: Bool {
        foreign.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? isByHand }
    }

    // MARK: Time

    /// The time of this turn.
    ///
    /// The monotonic clock is read once per turn, when the wait is over. Between turns, while the loop is set up, this
    /// is the clock's current time. Code on the loop uses this property instead of the clock.
    package var now: MonotonicInstant { core.now }

    /// The converter from instants of the monotonic clock to dates. Like the monotonic clock, the wall clock is read
    /// once per turn.
    package var wallClock: WallClock { core.wallClock }

    /// The time of CLOCK_BOOTTIME, which also runs while the computer sleeps.
    package static var bootTime: MonotonicInstant {
        MonotonicInstant(nanoseconds: MonotonicInstant.read(CLOCK_BOOTTIME))
    }

    /// The time of CLOCK_BOOTTIME; in a loop that was created with `handTime`, the loop's time.
    package var bootTime: MonotonicInstant { core.handTime ?? Self.bootTime }

    /// Sets the wall clock of a loop that was created with `handTime`.
    package func setWallClock(milliseconds: Int64) {
        core.setWallClock(WallClock(offset: milliseconds * 1_000_000 - now.nanoseconds))
    }

    /// Sets the time of a loop that was created with `handTime`.
    package func setTime(_ now: MonotonicInstant) { core.handTime = now }

    /// The deadline of the next timer that uses the loop's time (``now``), or nil if no such timer is armed.
    package var nextDeadline: MonotonicInstant? { core.timers.first?.deadline }

    /// True if work was posted or a descriptor has events.
    package var hasWork: Bool { core.hasWork }

    // MARK: The loop's own thread

    /// Runs `work` at the end of this turn.
    package func post(_ work: @escaping () -> Void) { core.post(work) }

    /// Reports events of a descriptor until the watch is cancelled. A descriptor may have one watch.
    package func watch(
        _ descriptor: Int32, for interest: DescriptorEvents, _ handler: @escaping (DescriptorEvents) -> Void
    ) throws(LoopError) -> DescriptorWatch {
        try core.watch(descriptor, for: interest, handler)
    }

    /// Calls `handler` once, not before `deadline`.
    @discardableResult
    package func schedule(at deadline: MonotonicInstant, _ handler: @escaping () -> Void) -> LoopTimer {
        let timer = makeTimer(handler)
        timer.rearm(at: deadline)
        return timer
    }

    /// Calls `handler` once, when `delay` has passed since the beginning of this turn (``now``).
    ///
    /// Time that the turn spent before the call is part of the delay.
    @discardableResult
    package func schedule(after delay: Duration, _ handler: @escaping () -> Void) -> LoopTimer {
        schedule(at: now.advanced(by: delay), handler)
    }

    /// The worker that all ``BlockingWorker``s of the loop share.
    var disk: DiskWorker {
        if let sharedDisk { return sharedDisk }
        let new = DiskWorker(core: core, patience: diskPatience)
        sharedDisk = new
        return new
    }

    /// Called with the delay of a late turn. Set by ``WakeWatch``.
    var onLateTurn: ((Duration) -> Void)? {
        get { core.onLateTurn }
        set { core.onLateTurn = newValue }
    }

    /// Returns a timer that is not armed, for owners that arm the same timer again and again.
    ///
    /// - Parameters:
    ///   - keepsRealTime: True for libraries and threads that read the clock themselves. Delays then count from the
    ///     call, not from the turn's beginning, and follow the system's time even if a test sets the loop's.
    ///   - handler: Called when the timer fires.
    package func makeTimer(keepsRealTime: Bool = false, _ handler: @escaping () -> Void) -> LoopTimer {
        LoopTimer(core: core, keepsRealTime: keepsRealTime, handler: handler)
    }

    // MARK: Any thread

    /// Runs `work` on the loop's thread, in its next turn.
    package func postFromAnyThread(_ work: @escaping @Sendable () -> Void) {
        foreign.withLock { $0.work.append(work) }
        wake()
    }

    /// Runs `work` like ``postFromAnyThread(_:)``, and starts a thread for the loop if no thread runs it.
    package func postStarting(_ work: @escaping @Sendable () -> Void) {
        // The work is posted before `startThread` looks for the loop's thread. If that thread is about to end, it
        // either still runs the work, or has ended by then.
        postFromAnyThread(work)
        startThread()
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

    /// Runs the work and jobs that came from other threads.
    private func runForeign() {
        let (jobs, work) = foreign.withLock { state in
            defer {
                if !state.jobs.isEmpty { state.jobs = [] }
                if !state.work.isEmpty { state.work = [] }
            }
            return (state.jobs, state.work)
        }
        for item in work { item() }
        for job in jobs {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    // MARK: Executor

    package func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let (isElsewhere, isAlone) = foreign.withLock { state in
            state.jobs.append(unowned)
            return (state.thread.map { pthread_equal($0, pthread_self()) == 0 } ?? true, state.thread == nil)
        }
        if isElsewhere { wake() }
        if isAlone, startsItself { startThread() }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    package func checkIsolated() { precondition(isCurrent, "not on the loop's thread") }
}
