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

    func post(_ work: @escaping () -> Void) { inbox.append(work) }

    var hasPosted: Bool { !inbox.isEmpty }

    /// Waits for descriptors until the next timer is due (`mayBlock`) or only looks, and reports what happened.
    func poll(mayBlock: Bool) {
        let count = epoll_wait(epoll, events, Int32(Self.eventsPerTurn), mayBlock ? millisecondsToNextTimer() : 0)
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

    /// Fires the timers that are due now; one armed by a handler waits for the next turn.
    func fireTimers() {
        guard timers.count > 0 else { return }
        let now = MonotonicInstant.now
        let last = timerOrder
        while let timer = timers.first, timer.deadline <= now, timer.order <= last {
            timers.remove(timer)
            timer.fire()
        }
    }

    /// Runs what was posted, also what that posts, until nothing is left.
    func drainInbox() {
        while !inbox.isEmpty {
            swap(&inbox, &draining)
            for work in draining { work() }
            draining.removeAll(keepingCapacity: true)
        }
    }

    private func millisecondsToNextTimer() -> Int32 {
        guard let timer = timers.first else { return -1 }
        let left = timer.deadline.nanoseconds - MonotonicInstant.now.nanoseconds
        // Rounded up: a timer must never fire early.
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }
}
