import RadioLoop

/// The counts of a simulated sound server's queue: written frames leave the queue at the sample rate, in real time.
///
/// A pure value, used by the outputs without a sound server.
struct PlayoutQueue {
    /// The events that a method returns: the queue started to play, ran empty, or ran empty after ``drain(at:)``.
    struct Events: OptionSet {
        let rawValue: UInt8
        static let started = Events(rawValue: 1)
        static let underflow = Events(rawValue: 2)
        static let drained = Events(rawValue: 4)
    }

    let sampleRate: Int
    /// True if written frames leave the queue at once instead of at the sample rate.
    let isInstant: Bool
    /// Number of frames that the queue may hold.
    let capacity: Int64
    /// Number of frames that the queue must hold before it starts to play, at first and after it ran empty.
    let prebuffer: Int64
    /// Number of frames written since the queue was created or flushed.
    private(set) var written: Int64 = 0
    private(set) var isCorked: Bool
    private(set) var isPlaying = false
    private(set) var isDraining = false
    /// Number of frames consumed up to the time ``anchor``. While the queue plays, more frames have left since then.
    private var consumedAtAnchor: Int64 = 0
    private var anchor = MonotonicInstant(nanoseconds: 0)

    init(sampleRate: Int, isInstant: Bool = false, capacity: Int64, prebuffer: Int64, isCorked: Bool) {
        self.sampleRate = sampleRate
        self.isInstant = isInstant
        self.capacity = max(capacity, 1)
        self.prebuffer = min(max(prebuffer, 1), max(capacity, 1))
        self.isCorked = isCorked
    }

    func consumed(at now: MonotonicInstant) -> Int64 {
        guard isPlaying else { return consumedAtAnchor }
        if isInstant { return written }
        let passed = anchor.duration(to: now).inSeconds * Double(sampleRate)
        return min(written, consumedAtAnchor + Int64(passed.rounded(.down)))
    }

    func queued(at now: MonotonicInstant) -> Int64 { written - consumed(at: now) }

    func room(at now: MonotonicInstant) -> Int64 { capacity - queued(at: now) }

    /// Returns the time when the queue will have shrunk to `frames`; nil while the queue does not play.
    func whenQueued(is frames: Int64) -> MonotonicInstant? {
        guard isPlaying else { return nil }
        if isInstant { return anchor }
        let seconds = Double(written - consumedAtAnchor - frames) / Double(sampleRate)
        // A microsecond is added, so that rounding cannot make the returned time too early.
        return anchor.advanced(by: .nanoseconds(Int64(max(seconds, 0) * 1e9) + 1_000))
    }

    /// Stops playing if the queue is empty at `now`.
    mutating func advance(to now: MonotonicInstant) -> Events {
        guard isPlaying, consumed(at: now) == written else { return [] }
        isPlaying = false
        consumedAtAnchor = written
        defer { isDraining = false }
        return isDraining ? .drained : .underflow
    }

    mutating func write(_ frames: Int64, at now: MonotonicInstant) -> Events {
        written += frames
        return startIfReady(at: now)
    }

    mutating func setCorked(_ corked: Bool, at now: MonotonicInstant) -> Events {
        guard corked != isCorked else { return [] }
        isCorked = corked
        guard corked else { return startIfReady(at: now) }
        consumedAtAnchor = consumed(at: now)
        isPlaying = false
        return []
    }

    mutating func flush() {
        written = 0
        consumedAtAnchor = 0
        isPlaying = false
        isDraining = false
    }

    /// Takes back written frames that have not left the queue.
    mutating func takeBack(_ frames: Int64) { written -= frames }

    /// Announces that no more frames will be written, so that the queue plays its remaining frames even if they are
    /// fewer than ``prebuffer``.
    mutating func drain(at now: MonotonicInstant) -> Events {
        let before = advance(to: now)
        isDraining = true
        return before.union(startIfReady(at: now))
    }

    /// Revokes ``drain(at:)``: more frames will be written.
    mutating func undrain() { isDraining = false }

    /// Starts playing if the queue contains ``prebuffer`` frames, or fewer after ``drain(at:)``. After ``drain(at:)``,
    /// reports an empty queue as drained.
    private mutating func startIfReady(at now: MonotonicInstant) -> Events {
        guard !isPlaying, !isCorked else { return [] }
        let queued = written - consumedAtAnchor
        if queued == 0 {
            guard isDraining else { return [] }
            isDraining = false
            return .drained
        }
        guard queued >= prebuffer || isDraining else { return [] }
        isPlaying = true
        anchor = now
        return .started
    }
}
