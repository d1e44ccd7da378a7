/// The sound that a stream's server received since the stream was opened or flushed. Pure; counts are frames.
struct PulseQueue {
    private(set) var written: Int64 = 0
    /// True if the client could not fill the last request.
    var isStarving = false
    var isDraining = false
    /// True while the server holds the sound back. It starts once it has enough, or when the client asks it to play.
    private var isPrebuffering = true
    /// Number of frames at the server for its next start.
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

    /// Returns whether the server has enough frames, so that the client must ask it to play. True once per start.
    mutating func starts(with enough: Int64) -> Bool {
        guard isPrebuffering, prebuffered > 0, prebuffered >= enough else { return false }
        isPrebuffering = false
        return true
    }
}
