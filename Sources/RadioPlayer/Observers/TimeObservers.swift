import RadioFormats
import RadioLoop

/// The observers of the heard position. One timer serves all of them, and runs only while sound is heard.
final class TimeObservers {
    /// A closure, and the schedule of the positions at which it is called.
    private struct Observer {
        let id: Int
        var schedule: TimeSchedule
        let call: (MediaTime) -> Void
    }

    private var observers: [Observer] = []
    private var count = 0
    private var timer: LoopTimer!
    private let snapshot: () -> PlaybackSnapshot

    /// - Parameter snapshot: returns the present state.
    init(loop: EventLoop, snapshot: @escaping () -> PlaybackSnapshot) {
        self.snapshot = snapshot
        timer = loop.makeTimer { [weak self] in self?.update() }
    }

    deinit { timer.cancel() }

    func add(_ kind: TimeSchedule.Kind, _ call: @escaping (MediaTime) -> Void) -> PlaybackObservation {
        count += 1
        let id = count
        var schedule = TimeSchedule(kind)
        let now = snapshot()
        // Before the first sound there is no heard position.
        if now.heardDuration > .zero { _ = schedule.move(to: now.currentTime, isJump: true) }
        observers.append(Observer(id: id, schedule: schedule, call: call))
        rearm(now)
        return PlaybackObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Updates the observers after a notification of the player.
    func received(_ notification: PlaybackNotification) {
        guard !observers.isEmpty else { return }
        switch notification {
        case .didJump(_, _, let reason, let snapshot): update(snapshot, isJump: reason != .rejoin)
        case .statusDidChange(let snapshot), .rateDidChange(let snapshot): update(snapshot)
        case .itemDidChange: for index in observers.indices { observers[index].schedule.forget() }
        default: break
        }
    }

    private func update() { update(snapshot()) }

    /// Calls the observers that are due at the snapshot's position, and sets the timer for the next ones.
    private func update(_ snapshot: PlaybackSnapshot, isJump: Bool = false) {
        guard isJump || snapshot.heardDuration > .zero else { return }
        var calls: [() -> Void] = []
        for index in observers.indices {
            let call = observers[index].call
            for time in observers[index].schedule.move(to: snapshot.currentTime, isJump: isJump) {
                calls.append { call(time) }
            }
        }
        rearm(snapshot)
        // The calls are made last, because an observer may add or remove observers.
        for call in calls { call() }
    }

    private func rearm(_ snapshot: PlaybackSnapshot) {
        guard snapshot.status == .playing, !observers.isEmpty else { return timer.disarm() }
        let now = snapshot.currentTime
        guard let next = observers.compactMap({ $0.schedule.next(after: now) }).min() else { return timer.disarm() }
        // Add one millisecond, because a timer that fires just before the position is reached would have to wait again.
        timer.rearm(after: (next - now).duration / snapshot.rate + .milliseconds(1))
    }
}
