import RadioLoop

/// What the open connection is expected to bring: bytes, and sound. Pure.
struct ConnectionWatch {
    /// When the connection was opened; nil if none is open, or nothing is expected of it.
    private(set) var openedAt: MonotonicInstant?
    /// Whether the connection has brought enough sound to start with.
    var hasBroughtSound = false
    /// When sound must have come; nil if no sound is due.
    private(set) var soundDeadline: MonotonicInstant?
    /// When the last byte came; nil if no bytes are due.
    private(set) var lastByte: MonotonicInstant?
    /// Whether the player itself keeps the stream from sending.
    private(set) var isHeldBack = false
    /// Whether the bytes come in segments, so that pauses between them mean nothing.
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

    /// Ends the wait for sound: sound is at hand, or heard.
    mutating func soundCame() { soundDeadline = nil }

    /// Begins to wait for sound, because it ran out. A connection that brings bytes but no sound must not last.
    mutating func expectSound(within timeout: Duration, at now: MonotonicInstant) {
        if soundDeadline == nil { soundDeadline = now.advanced(by: timeout) }
    }

    /// Returns whether the connection was opened at least `duration` ago; nil if none is open.
    func isOlder(than duration: Duration, at now: MonotonicInstant) -> Bool? {
        openedAt.map { $0.duration(to: now) >= duration }
    }
}
