import RadioLoop

/// Tracks whether the open connection brings the expected bytes and sound. Pure.
struct ConnectionWatch {
    /// When the player began to open the connection; nil without a connection, and after the stream has ended.
    private(set) var openedAt: MonotonicInstant?
    /// Whether the connection has brought enough sound to start with.
    var hasBroughtSound = false
    /// The time by which sound must have arrived; nil if no sound is due.
    private(set) var soundDeadline: MonotonicInstant?
    /// When the last byte arrived; nil if no bytes are due.
    private(set) var lastByte: MonotonicInstant?
    /// Whether the player itself keeps the stream from sending.
    private(set) var isHeldBack = false
    /// Whether the bytes arrive in segments. Pauses between segments are normal.
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

    /// Ends the wait for sound, because enough sound is held or heard.
    mutating func soundCame() { soundDeadline = nil }

    /// Starts a wait for sound after the sound ran out, unless a wait is running. If the wait times out, the connection
    /// fails, even if it still brings bytes.
    mutating func expectSound(within timeout: Duration, at now: MonotonicInstant) {
        if soundDeadline == nil { soundDeadline = now.advanced(by: timeout) }
    }

    /// Returns whether the connection was opened at least `duration` ago; nil if none is open.
    func isOlder(than duration: Duration, at now: MonotonicInstant) -> Bool? {
        openedAt.map { $0.duration(to: now) >= duration }
    }
}
