import RadioLoop

/// What is expected of the connection that is open: bytes, and sound. Pure.
struct ConnectionWatch {
    /// nil while none is open, or none that anything is expected of.
    private(set) var openedAt: MonotonicInstant?
    /// The connection has brought sound enough to start with.
    var hasBroughtSound = false
    private(set) var soundDeadline: MonotonicInstant?
    /// When the last byte came; nil while no bytes are due.
    private(set) var lastByte: MonotonicInstant?
    /// We ourselves keep the stream from sending.
    private(set) var isHeldBack = false
    /// Bytes come in segments, with pauses between them that mean nothing.
    private(set) var keepsOwnTime = false

    init() {}

    init(openedAt now: MonotonicInstant, soundTimeout: Duration) {
        openedAt = now
        soundDeadline = now.advanced(by: soundTimeout)
    }

    mutating func didOpen(keepsOwnTime: Bool, at now: MonotonicInstant) {
        self.keepsOwnTime = keepsOwnTime
        lastByte = keepsOwnTime ? nil : now
    }

    mutating func didReceive(at now: MonotonicInstant) {
        if !isHeldBack, !keepsOwnTime { lastByte = now }
    }

    mutating func setHeldBack(_ isHeldBack: Bool, at now: MonotonicInstant) {
        self.isHeldBack = isHeldBack
        lastByte = isHeldBack || keepsOwnTime ? nil : now
    }

    /// Sound is at hand, or heard.
    mutating func soundCame() { soundDeadline = nil }

    /// The sound ran out: a connection that brings bytes and no sound must not last.
    mutating func expectSound(within timeout: Duration, at now: MonotonicInstant) {
        if soundDeadline == nil { soundDeadline = now.advanced(by: timeout) }
    }

    /// Whether the connection has had time to be made.
    func isOlder(than duration: Duration, at now: MonotonicInstant) -> Bool? {
        openedAt.map { $0.duration(to: now) >= duration }
    }
}
