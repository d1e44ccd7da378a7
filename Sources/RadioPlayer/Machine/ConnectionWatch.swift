import RadioLoop

/// Tracks whether the open connection brings the expected bytes and sound. Pure.
struct ConnectionWatch {
    /// When the player began to open the connection; nil without a connection, and after the stream has ended.
    private(set) var openedAt: MonotonicInstant?
    /// Whether the connection has delivered enough sound to start playing.
    var hasBroughtSound = false
    /// The time by which enough sound must have arrived; nil if there is no such deadline.
    private(set) var soundDeadline: MonotonicInstant?
    /// When the last byte arrived, or the stream was opened or resumed. Nil while a lack of bytes is normal: before the
    /// stream is open, for a stream of segments, and while ``isHeldBack`` is true.
    private(set) var lastByte: MonotonicInstant?
    /// Whether the player has paused the stream, because enough sound waits to be played.
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

    /// Removes ``soundDeadline``, because enough sound waits to be played or sound is heard.
    mutating func soundCame() { soundDeadline = nil }

    /// Sets ``soundDeadline`` after the sound ran out, unless it is already set. If no sound has arrived by then, the
    /// connection fails, even if it still brings bytes.
    mutating func expectSound(within timeout: Duration, at now: MonotonicInstant) {
        if soundDeadline == nil { soundDeadline = now.advanced(by: timeout) }
    }

    /// Returns whether the connection was opened at least `duration` ago; nil if none is open.
    func isOlder(than duration: Duration, at now: MonotonicInstant) -> Bool? {
        openedAt.map { $0.duration(to: now) >= duration }
    }
}
