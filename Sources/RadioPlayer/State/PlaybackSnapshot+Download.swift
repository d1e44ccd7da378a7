import RadioLoop
import RadioStreams

extension PlaybackSnapshot {
    /// What the download does: the second of the four facts.
    public enum Download: Hashable, Sendable {
        case idle
        /// An address is being opened; nothing of the sound has come yet.
        case connecting
        case receiving
        /// Connected, but no byte came since then.
        case frozen(since: MonotonicInstant)
        /// Waits for its next try. `attempt` counts those without sound so far.
        case retrying(attempt: Int, at: MonotonicInstant, because: StreamError)
        /// The item has an end and it was received.
        case ended
        case failed(PlaybackError)
    }
}
