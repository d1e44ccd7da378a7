extension PlaybackSnapshot {
    /// What the listener, a remote or a schedule asked for: the first of the four facts.
    public enum Intent: String, Hashable, Sendable {
        case stopped, paused, playing
    }
}
