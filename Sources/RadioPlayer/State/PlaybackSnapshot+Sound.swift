import RadioLoop

extension PlaybackSnapshot {
    /// The state of the sound: the third of the four facts. It follows from how much sound the sound server has
    /// consumed.
    public enum Sound: Hashable, Sendable {
        case none
        /// Sound is gathered until there is enough to start.
        case filling
        /// The sound server consumes decoded sound, as its newest timing says.
        case playing
        /// The sound ran out or the sound server stopped answering, although sound was heard before.
        case starved(since: MonotonicInstant)
        /// The item's last sound was given to the sound server, but was not heard yet.
        case draining
        /// The end of the item was heard.
        case ended
    }
}
