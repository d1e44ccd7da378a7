import CLinux

/// The state of an ``EventLoop`` that only the loop's thread touches: descriptors, timers and the inbox.
final class LoopCore {
    let epoll: Int32
    var timers = TimerHeap()
    private var watches: [DescriptorWatch?] = []
    private var inbox: [() -> Void] = []
    private var draining: [() -> Void] = []
    private var serial: UInt32 = 0
    private var timerOrder: UInt64 = 0
    private let events: UnsafeMutablePointer<epoll_event>
    private static let eventsPerTurn = 64
    private static let roundsPerTurn = 64
    private static let keptCapacity = 1024
    /// Less is a busy machine.
    private static let lateness = Duration.seconds(1)
    /// No timer is armed for an earlier time.
    private(set) var earliestDeadline = MonotonicInstant(nanoseconds: .min)
    /// Gets how much later than its timers wanted a turn came, and how long one took that should be over in no time.
    var onLateTurn: ((Duration) -> Void)? {
        didSet { resumed = nil }
    }
    /// When the last wait was over; nil before the first one, and where nobody wants to know.
    private var resumed: MonotonicInstant?
    /// A turn inside a turn would use the same lists.
    private var isInTurn = false

    init() throws(LoopError) {
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
        let (oldWatches, oldInbox, oldTimers) = (watches, inbox, timers.removeAll())
        (watches, inbox) = ([], [])
        for watch in oldWatches { watch?.cancel() }
        for timer in oldTimers { timer.cancel() }
        withExtendedLifetime(oldInbox) {}
    }

    func nextTimerOrder() -> UInt64 {
        timerOrder &+= 1
        return timerOrder
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
    }

    func endTurn() { isInTurn = false }

    func post(_ work: @escaping () -> Void) { inbox.append(work) }

    var hasPosted: Bool { !inbox.isEmpty }

    /// Waits for descriptors until the next timer is due (`mayBlock`) or only looks, and reports what happened.
    func poll(mayBlock: Bool) {
        // These clocks are read without a system call (vdso(7)).
        let begun = onLateTurn == nil ? nil : MonotonicInstant.now
        let timeOut = mayBlock ? millisecondsToNextTimer() : 0
        let count = epoll_wait(epoll, events, Int32(Self.eventsPerTurn), timeOut)
        if let begun { tellIfLate(begun, waiting: timeOut) }
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
        let now = MonotonicInstant.now
        let turn = (resumed ?? begun).duration(to: begun)
        let wait = timeOut < 0 ? .zero : begun.duration(to: now) - .milliseconds(Int(timeOut))
        resumed = now
        let late = max(turn, wait)
        if late > Self.lateness { onLateTurn?(late) }
    }

    /// Fires the timers that are due now; one armed by a handler waits for the next turn.
    func fireTimers() {
        guard timers.count > 0 else { return }
        let now = MonotonicInstant.now
        let last = timerOrder
        // What a handler arms for the past must not stand before the timers that are due.
        earliestDeadline = now
        defer { earliestDeadline = MonotonicInstant(nanoseconds: .min) }
        while let timer = timers.first, timer.deadline <= now, timer.order <= last {
            timers.remove(timer)
            timer.fire()
        }
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

    /// Milliseconds for epoll_wait: rounded up, for a timer must never fire early; -1 without a timer.
    private func millisecondsToNextTimer() -> Int32 {
        guard let timer = timers.first else { return -1 }
        let now = MonotonicInstant.now.nanoseconds
        guard timer.deadline.nanoseconds > now else { return 0 }
        return Int32(clamping: (timer.deadline.nanoseconds - now - 1) / 1_000_000 + 1)
    }
}
