/// Counts the sound that the server received since the stream was opened or flushed. Pure; counts are frames.
struct PulseQueue {
    private(set) var written: Int64 = 0
    /// True if the client could not fill the last request.
    var isStarving = false
    var isDraining = false
    /// True while the server holds the sound back. The server plays once it has enough sound, or when the client asks
    /// it to.
    private var isPrebuffering = true
    /// Number of frames that the server holds for its next start.
    private var prebuffered: Int64 = 0

    mutating func wrote(_ frames: Int64) {
        written += frames
        prebuffered += frames
    }

    mutating func ranDry() {
        isPrebuffering = true
        prebuffered = 0
    }

    mutating func serverHolds(_ frames: Int64) { prebuffered = frames }

    /// Returns true, once per start, if the server has enough frames, so that the client must ask it to play.
    mutating func starts(with enough: Int64) -> Bool {
        guard isPrebuffering, prebuffered > 0, prebuffered >= enough else { return false }
        isPrebuffering = false
        return true
    }
}
