import RadioLoop

/// Fires once a second while somebody observes the buffer.
final class BufferClock {
    private var timer: LoopTimer!
    var observerCount = 0 { didSet { if observerCount > oldValue { timer.rearm(after: .seconds(1)) } } }

    init(_ loop: EventLoop, fire: @escaping () -> Void) {
        timer = loop.makeTimer { [weak self] in
            guard let self, observerCount > 0 else { return }
            fire()
            timer.rearm(after: .seconds(1))
        }
    }

    deinit { timer.cancel() }
}
