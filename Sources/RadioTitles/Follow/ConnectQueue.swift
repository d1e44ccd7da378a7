import RadioLoop

/// The followers of stations that wait to connect, the longest waiting first. ``ConnectGate`` limits how many connect
/// in a second.
final class ConnectQueue {
    private var waiting: [StationFollower] = []
    private var gate: ConnectGate
    private var timer: LoopTimer?
    private var isStopped = false
    private let loop: EventLoop

    init(loop: EventLoop, rate: Double) {
        self.loop = loop
        gate = ConnectGate(rate: rate, at: loop.now)
        timer = loop.makeTimer { [weak self] in self?.admit() }
    }

    deinit { timer?.cancel() }

    func add(_ followers: [StationFollower]) {
        waiting += followers
        if timer?.isArmed == false { admit() }
    }

    func remove(where isGone: (StationFollower) -> Bool) { waiting.removeAll(where: isGone) }

    /// Empties the queue and stops it. No station connects after this call.
    func stop() {
        isStopped = true
        waiting = []
        timer?.disarm()
    }

    private func admit() {
        guard !isStopped else { return }
        let now = loop.now
        let turn = waiting.prefix(gate.admit(waiting.count, at: now))
        waiting.removeFirst(turn.count)
        for follower in turn { follower.begin() }
        if !waiting.isEmpty { timer?.rearm(at: gate.next(after: now)) }
    }
}
