/// What the server was given of a stream since it was opened or flushed. Pure; counts are frames.
struct PulseQueue {
    private(set) var written: Int64 = 0
    /// The client could not fill the last request.
    var isStarving = false
    var isDraining = false
    /// The server holds what comes until there is enough of it, or until it is told to play.
    private var isPrebuffering = true
    /// What the server has for its next start.
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

    /// The server has enough by now and is to be told to play. True once a start.
    mutating func starts(with enough: Int64) -> Bool {
        guard isPrebuffering, prebuffered > 0, prebuffered >= enough else { return false }
        isPrebuffering = false
        return true
    }
}
