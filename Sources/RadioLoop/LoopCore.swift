import CLinux
import Glibc

/// The state of an ``EventLoop`` that only the loop's thread touches: descriptors, timers and the inbox.
final class LoopCore {
    let epoll: Int32
    /// The timers that use the loop's time, ``now``.
    let timers = TimerHeap()
    /// The timers that use the system's time. This is the same heap as ``timers``, unless a test sets the loop's time.
    let realTimers: TimerHeap
    /// The loop's time if a test sets it, or nil.
    var handTime: MonotonicInstant?
    /// The system's monotonic time in this turn, read after the wait.
    private var turnTime = MonotonicInstant.now
    private var wallOfTurn: WallClock?
    private var watches: [DescriptorWatch?] = []
    private var inbox: [() -> Void] = []
    private var draining: [() -> Void] = []
    private var serial: UInt32 = 0
    private let events: UnsafeMutablePointer<epoll_event>
    private static let eventsPerTurn = 64
    private static let roundsPerTurn = 64
    private static let keptCapacity = 1024
    /// A turn is late if its delay exceeds this duration. Shorter delays are usual on a busy computer.
    private static let lateness = Duration.seconds(1)
    /// Called with the delay of a late turn.
    ///
    /// A turn is late if its wait ends more than a second after the earliest timer was due, or if its work takes more
    /// than a second.
    var onLateTurn: ((Duration) -> Void)? {
        didSet { resumed = nil }
    }
    /// The end of the last wait. Nil before the first wait, and if ``onLateTurn`` is nil.
    private var resumed: MonotonicInstant?
    /// True during a turn. A turn must not run inside another one, because both would use the same lists of events and
    /// work.
    private var isInTurn = false

    init(handTime: MonotonicInstant?) throws(LoopError) {
        self.handTime = handTime
        realTimers = handTime == nil ? timers : TimerHeap()
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw LoopError(call: "epoll_create1") }
        events = .allocate(capacity: Self.eventsPerTurn)
    }

    deinit {
        close(epoll)
        events.deallocate()
    }

    /// Releases every handler when the loop is released. Without this call, watches, timers and this object would keep
    /// each other alive.
    func invalidate() {
        // A handler may own objects that cancel watches and timers when they are released, so the lists are emptied
        // first.
        let (oldWatches, oldInbox, oldTimers) = (watches, inbox, timers.removeAll() + realTimers.removeAll())
        (watches, inbox) = ([], [])
        for watch in oldWatches { watch?.cancel() }
        for timer in oldTimers { timer.cancel() }
        withExtendedLifetime(oldInbox) {}
    }

    /// The time of this turn, read once. Between turns, while the loop is set up, this is the clock's current time.
    var now: MonotonicInstant { handTime ?? (isInTurn ? turnTime : .now) }

    /// The wall clock of this turn, read once. If a test sets the loop's time, the wall clock is read only the first
    /// time.
    var wallClock: WallClock {
        if let wallOfTurn { return wallOfTurn }
        let clock = WallClock(offset: MonotonicInstant.read(CLOCK_REALTIME) - (handTime ?? .now).nanoseconds)
        if isInTurn || handTime != nil { wallOfTurn = clock }
        return clock
    }

    /// Sets the wall clock, if a test sets the loop's time.
    func setWallClock(_ clock: WallClock) { if handTime != nil { wallOfTurn = clock } }

    /// Adds a descriptor to epoll. Throws if the system refuses it.
    func watch(
        _ descriptor: Int32, for interest: DescriptorEvents, _ handler: @escaping (DescriptorEvents) -> Void
    ) throws(LoopError) -> DescriptorWatch {
        serial &+= 1
        let watch = DescriptorWatch(
            core: self, descriptor: descriptor, interest: interest, serial: serial, handler: handler)
        guard longwave_epoll_add(epoll, descriptor, interest.rawValue, watch.token) == 0 else {
            throw LoopError(call: "epoll_ctl")
        }
        let index = Int(descriptor)
        while watches.count <= index { watches.append(nil) }
        watches[index] = watch
        return watch
    }

    func remove(_ watch: DescriptorWatch) {
        let index = Int(watch.descriptor)
        guard index < watches.count, watches[index] === watch else { return }
        watches[index] = nil
        _ = longwave_epoll_remove(epoll, watch.descriptor)
    }

    /// Forgets the end of the last wait, so that the time in which no thread ran the loop does not count as a late
    /// turn.
    func beginRun() { resumed = nil }

    func beginTurn() {
        precondition(!isInTurn, "a turn of the loop inside another one")
        isInTurn = true
        turnTime = .now
    }

    func endTurn() {
        isInTurn = false
        if handTime == nil { wallOfTurn = nil }
    }

    func post(_ work: @escaping () -> Void) { inbox.append(work) }

    var hasPosted: Bool { !inbox.isEmpty }

    /// Reports the events of descriptors.
    ///
    /// If `mayBlock` is true, waits for events until the next timer is due.
    func poll(mayBlock: Bool) {
        let begun = turnTime
        let timeOut = mayBlock ? millisecondsToNextTimer() : 0
        let count = epoll_wait(epoll, events, Int32(Self.eventsPerTurn), timeOut)
        // Reading the clock after each wait is cheap: it needs no system call (vdso(7)).
        if timeOut != 0 { turnTime = .now }
        if onLateTurn != nil { tellIfLate(begun, waiting: timeOut) }
        guard count > 0 else { return }  // EINTR and time-outs: nothing to report.
        for index in 0..<Int(count) {
            let token = longwave_epoll_token(events + index)
            let descriptor = Int(UInt32(truncatingIfNeeded: token))
            guard descriptor < watches.count, let watch = watches[descriptor],
                watch.serial == UInt32(truncatingIfNeeded: token >> 32)
            else { continue }
            watch.report(DescriptorEvents(rawValue: events[index].events))
        }
    }

    /// Reports the delay if this turn is late.
    ///
    /// Both the wait and the work of a turn are checked, because the process may be stopped during either. A wait
    /// without a timer is never late.
    private func tellIfLate(_ begun: MonotonicInstant, waiting timeOut: Int32) {
        let turn = (resumed ?? begun).duration(to: begun)
        let wait = timeOut < 0 ? .zero : begun.duration(to: turnTime) - .milliseconds(Int(timeOut))
        resumed = turnTime
        let late = max(turn, wait)
        if late > Self.lateness { onLateTurn?(late) }
    }

    func fireTimers() {
        timers.fire(at: now)
        if handTime != nil { realTimers.fire(at: turnTime) }
    }

    /// Runs the posted work, then the work that was posted meanwhile, and so on.
    ///
    /// After 64 repetitions, further work waits for the next turn, so that endless posting does not starve descriptors
    /// and timers.
    func drainInbox() {
        var rounds = 0
        while !inbox.isEmpty, rounds < Self.roundsPerTurn {
            rounds += 1
            swap(&inbox, &draining)
            for work in draining { work() }
            draining.removeAll(keepingCapacity: draining.count <= Self.keptCapacity)
        }
    }

    /// True if work was posted or a descriptor has events.
    var hasWork: Bool {
        var descriptor = pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)
        return hasPosted || Glibc.poll(&descriptor, 1, 0) > 0
    }

    /// Returns the milliseconds for epoll_wait, rounded up because a timer must never fire early, or -1 without a
    /// timer.
    private func millisecondsToNextTimer() -> Int32 {
        if handTime != nil, let timer = timers.first, timer.deadline <= now { return 0 }
        guard let timer = realTimers.first else { return -1 }
        guard timer.deadline > turnTime else { return 0 }
        return Int32(clamping: (timer.deadline.nanoseconds - turnTime.nanoseconds - 1) / 1_000_000 + 1)
    }
}
