import CLinux
import Glibc
import Synchronization

/// One thread that runs everything: descriptors, timers, signals, jobs of actors and tasks.
///
/// A *turn* waits in epoll, reports descriptors, fires timers, runs jobs from other threads, and at its end
/// drains the *inbox*. Callbacks of C libraries only store what they are given or ``post(_:)``: machines are
/// stepped and libraries entered again from the inbox, never from inside one of their callbacks.
///
/// Everything but ``postFromAnyThread(_:)``, ``stop()`` and the executor's `enqueue` belongs to the loop's thread:
/// the thread inside ``run()``, or before that the thread that sets the loop up.
package final class EventLoop: SerialExecutor, TaskExecutor {
    private struct Foreign {
        var jobs: [UnownedJob] = []
        var work: [@Sendable () -> Void] = []
        var isStopping = false
        var thread: pthread_t?
        /// Nobody gave the loop a thread, so it has started one, which may not be in ``run()`` yet.
        var isStarting = false
        /// It has come to its end: a thread that it starts does what waits, and ends.
        var wasStopped = false
        /// Threads in ``run(_:)`` that wait for the end of the one in ``run()``.
        var waiting: [Ending] = []
    }

    /// A descriptor that is read until it is written, once.
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

    // Reached on the loop's thread only; `claim` traps a second thread.
    nonisolated(unsafe) private let core: LoopCore
    private let foreign = Mutex(Foreign())
    private let wakeUp: Int32
    // On the loop's thread only, as above.
    nonisolated(unsafe) private var sharedDisk: DiskWorker?
    private let diskPatience: Duration
    private let startsItself: Bool

    /// - Parameters:
    ///   - handTime: for tests: the time, which stands still until `setTime(_:)`; nil: the system's.
    ///   - diskPatience: how long a job on the disk may take before others go on without it.
    ///   - startsItself: whether a job of an actor or task that finds nobody in ``run()`` starts a thread for the loop.
    package init(
        handTime: MonotonicInstant? = nil, diskPatience: Duration = DiskWorker.patience, startsItself: Bool = false
    ) throws(LoopError) {
        self.diskPatience = diskPatience
        self.startsItself = startsItself
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

    /// Nil until a stop was asked for and everything that came before it is done, because somebody waits for that.
    private func endIfStopped() -> [Ending]? {
        foreign.withLock { state in
            guard state.isStopping, state.jobs.isEmpty, state.work.isEmpty else { return nil }
            state.wasStopped = true
            defer { (state.isStopping, state.isStarting, state.thread, state.waiting) = (false, false, nil, []) }
            return state.waiting
        }
    }

    /// Runs `work` on the loop, and turns on this thread until ``stop()``; where another thread runs the loop, returns when
    /// that has come to its end.
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

    /// Gives the loop a thread of its own, unless it has one.
    private func startThread() {
        let isFree = foreign.withLock { state in
            guard state.thread == nil, !state.isStarting else { return false }
            state.isStarting = true
            if state.wasStopped { state.isStopping = true }
            return true
        }
        if isFree { LoopThread.start { self.run() } }
    }

    /// One turn. With `mayBlock` false it only does what is due. Never from inside another turn.
    package func turn(mayBlock: Bool) {
        core.beginTurn()
        defer { core.endTurn() }
        let isIdle = !core.hasPosted && foreign.withLock { $0.jobs.isEmpty && $0.work.isEmpty }
        core.poll(mayBlock: mayBlock && isIdle)
        core.fireTimers()
        runForeign()
        core.drainInbox()
    }

    /// Ends ``run()`` after the current turn. From any thread.
    package func stop() {
        foreign.withLock { $0.isStopping = true }
        wake()
    }

    /// Whether a thread runs it, or is about to.
    package var isRunning: Bool { foreign.withLock { $0.thread != nil || $0.isStarting } }

    /// Whether this thread is the one inside ``run()``.
    package var isCurrent: Bool {
        foreign.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    // MARK: Time

    /// The time of this turn: the monotonic clock is read once a turn, when its wait is over. Between turns, while the
    /// loop is set up, it is the clock's. Everything that lives on the loop asks the loop.
    package var now: MonotonicInstant { core.now }

    /// Moments as dates; read once a turn too.
    package var wallClock: WallClock { core.wallClock }

    /// The clock that goes on while the machine sleeps.
    package static var bootTime: MonotonicInstant {
        MonotonicInstant(nanoseconds: MonotonicInstant.read(CLOCK_BOOTTIME))
    }

    /// Turns the time of a loop that was made with one by hand.
    package func setTime(_ now: MonotonicInstant) { core.handTime = now }

    /// When the next timer is due by ``now``.
    package var nextDeadline: MonotonicInstant? { core.timers.first?.deadline }

    /// Whether something was posted, or came.
    package var hasWork: Bool { core.hasWork }

    // MARK: The loop's own thread

    /// Runs `work` at the end of this turn.
    package func post(_ work: @escaping () -> Void) { core.post(work) }

    /// Reports events of a descriptor until the watch is cancelled. One watch a descriptor.
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

    /// Calls `handler` once, when `delay` has passed since this turn of the loop began (``now``): what the turn did
    /// before the call is part of the delay.
    @discardableResult
    package func schedule(after delay: Duration, _ handler: @escaping () -> Void) -> LoopTimer {
        schedule(at: now.advanced(by: delay), handler)
    }

    /// The worker that all ``BlockingWorker``s of the loop share.
    var disk: DiskWorker {
        if let sharedDisk { return sharedDisk }
        let new = DiskWorker(loop: self, patience: diskPatience)
        sharedDisk = new
        return new
    }

    /// For ``WakeWatch``.
    var onLateTurn: ((Duration) -> Void)? {
        get { core.onLateTurn }
        set { core.onLateTurn = newValue }
    }

    /// A timer that is not armed yet, for owners that arm it again and again.
    ///
    /// - Parameters:
    ///   - keepsRealTime: for libraries and threads that read the clock by themselves: delays count from now, not from
    ///     the turn's beginning, and the system's time counts even where a test turns the loop's by hand.
    ///   - handler: what is called when the timer fires.
    package func makeTimer(keepsRealTime: Bool = false, _ handler: @escaping () -> Void) -> LoopTimer {
        LoopTimer(core: core, keepsRealTime: keepsRealTime, handler: handler)
    }

    // MARK: Any thread

    /// Runs `work` on the loop's thread, in its next turn.
    package func postFromAnyThread(_ work: @escaping @Sendable () -> Void) {
        foreign.withLock { $0.work.append(work) }
        wake()
    }

    /// The same, also where nobody has given the loop a thread yet, or its thread has come to its end: then it gets one of its own.
    package func postStarting(_ work: @escaping @Sendable () -> Void) {
        // In this order: a thread that ends meanwhile either does it, or is not there any more.
        postFromAnyThread(work)
        startThread()
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, 8)
    }

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
