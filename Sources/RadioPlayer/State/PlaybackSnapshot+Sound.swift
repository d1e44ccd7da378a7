import RadioLoop

extension PlaybackSnapshot {
    /// What the sound does: the third of the four facts. Derived from what the sound server consumed.
    public enum Sound: Hashable, Sendable {
        case none
        /// Gathers enough to start.
        case filling
        /// Decoded frames were consumed by the sound server, by fresh timing.
        case playing
        /// The server's queue is empty and there is nothing to give.
        case starved(since: MonotonicInstant)
        /// The last frame was given to the server, not all is heard.
        case draining
        /// The end of the item was heard.
        case ended
    }
}
