import RadioFormats
import RadioLoop
import RadioStreams

extension PlaybackSnapshot {
    /// The state of the download: the second of the four facts.
    public enum Download: Hashable, Sendable {
        case idle
        /// An address is being opened, and no sound has come yet.
        case connecting
        case receiving
        /// The connection is open, but no byte has arrived since `since`.
        case frozen(since: MonotonicInstant)
        /// The connection failed, and the player waits until `at` for its next attempt. `attempt` is the number of
        /// failures since sound last played for ``PlaybackPolicy/resetAfterHeard``.
        case retrying(attempt: Int, at: MonotonicInstant, because: StreamError)
        /// All of a finite item was received.
        case ended
        case failed(PlaybackError)
    }
}
