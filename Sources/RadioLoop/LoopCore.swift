import CLinux
import Glibc

/// The state of an ``EventLoop`` that only the loop's thread touches: descriptors, timers and the inbox.
final class LoopCore {
    let epoll: Int32
    /// By ``now``.
    let timers = TimerHeap()
    /// Of what keeps its own time. The same as ``timers``, unless time is turned by hand.
    let realTimers: TimerHeap
    /// The time of a loop whose time is turned by hand.
    var handTime: MonotonicInstant?
    /// What the system's clock said in this turn, after the wait.
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
    /// Less is a busy machine.
    private static let lateness = Duration.seconds(1)
    /// Gets how much later than its timers wanted a turn came, and how long one took that should be over in no time.
    var onLateTurn: ((Duration) -> Void)? {
        didSet { resumed = nil }
    }
    /// When the last wait was over; nil before the first one, and where nobody wants to know.
    private var resumed: MonotonicInstant?
    /// A turn inside a turn would use the same lists.
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

    /// The loop is gone: lets go of every handler. Watches and timers refer to this object, and it to them.
    func invalidate() {
        // Handlers may own what cancels watches and timers when it goes, so the lists are emptied first.
        let (oldWatches, oldInbox, oldTimers) = (watches, inbox, timers.removeAll() + realTimers.removeAll())
        (watches, inbox) = ([], [])
        for watch in oldWatches { watch?.cancel() }
        for timer in oldTimers { timer.cancel() }
        withExtendedLifetime(oldInbox) {}
    }

    /// One reading a turn; between turns, while the loop is set up, the clock's.
    var now: MonotonicInstant { handTime ?? (isInTurn ? turnTime : .now) }

    /// As ``now``, one reading a turn; with a time turned by hand one for all.
    var wallClock: WallClock {
        if let wallOfTurn { return wallOfTurn }
        let clock = WallClock(offset: MonotonicInstant.read(CLOCK_REALTIME) - (handTime ?? .now).nanoseconds)
        if isInTurn || handTime != nil { wallOfTurn = clock }
        return clock
    }

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

    /// Time in which nobody ran the loop is not missed.
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

    /// Waits for descriptors until the next timer is due (`mayBlock`) or only looks, and reports what happened.
    func poll(mayBlock: Bool) {
        let begun = turnTime
        let timeOut = mayBlock ? millisecondsToNextTimer() : 0
        let count = epoll_wait(epoll, events, Int32(Self.eventsPerTurn), timeOut)
        // The clock is read without a system call (vdso(7)).
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

    /// A stop may fall into the wait or into what a turn does. Without a timer a wait may take any time.
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

    /// Runs what was posted, and what that posts; what goes on posting for ever continues in the next turn, so that
    /// it starves nobody.
    func drainInbox() {
        var rounds = 0
        while !inbox.isEmpty, rounds < Self.roundsPerTurn {
            rounds += 1
            swap(&inbox, &draining)
            for work in draining { work() }
            draining.removeAll(keepingCapacity: draining.count <= Self.keptCapacity)
        }
    }

    /// Whether something was posted, or came.
    var hasWork: Bool {
        var descriptor = pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)
        return hasPosted || Glibc.poll(&descriptor, 1, 0) > 0
    }

    /// Milliseconds for epoll_wait: rounded up, for a timer must never fire early; -1 without a timer.
    private func millisecondsToNextTimer() -> Int32 {
        if handTime != nil, let timer = timers.first, timer.deadline <= now { return 0 }
        guard let timer = realTimers.first else { return -1 }
        guard timer.deadline > turnTime else { return 0 }
        return Int32(clamping: (timer.deadline.nanoseconds - turnTime.nanoseconds - 1) / 1_000_000 + 1)
    }
}
