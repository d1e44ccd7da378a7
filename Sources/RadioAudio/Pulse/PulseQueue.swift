/// Counts the sound that the server received since the stream was opened or flushed. Pure; counts are frames.
struct PulseQueue {
    private(set) var written: Int64 = 0
    /// True if the client had less sound than the output requested last.
    var isStarving = false
    var isDraining = false
    /// True from the opening, a flush or an empty queue until Longwave tells the server to play.
    private var isPrebuffering = true
    /// While ``isPrebuffering`` is true, the number of frames in the server's queue.
    private var prebuffered: Int64 = 0

    mutating func wrote(_ frames: Int64) {
        written += frames
        prebuffered += frames
    }

    mutating func tookBack(_ frames: Int64) {
        written -= frames
        prebuffered = max(prebuffered - frames, 0)
    }

    mutating func ranDry() {
        isPrebuffering = true
        prebuffered = 0
    }

    mutating func serverHolds(_ frames: Int64) { prebuffered = frames }

    /// Returns true if the server holds the sound back although its queue has `enough` frames. The caller must then
    /// make the server play. Returns true only once until the queue runs empty or is flushed.
    mutating func starts(with enough: Int64) -> Bool {
        guard isPrebuffering, prebuffered > 0, prebuffered >= enough else { return false }
        isPrebuffering = false
        return true
    }
}
