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
        /// The download failed and waits until `at` for its next try. `attempt` counts the failures since sound last
        /// played well.
        case retrying(attempt: Int, at: MonotonicInstant, because: StreamError)
        /// All of a finite item was received.
        case ended
        case failed(PlaybackError)
    }
}
