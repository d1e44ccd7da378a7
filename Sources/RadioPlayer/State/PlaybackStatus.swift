import RadioStreams

/// The status of a player as a listener would describe it. The status follows from the four facts of
/// ``PlaybackSnapshot``.
public enum PlaybackStatus: Hashable, Sendable {
    case stopped
    case waitingToPlay(WaitingReason)
    case playing
    case paused(PauseReason)
    /// The end of the item was heard.
    case ended
    case failed(PlaybackError)

    /// The reason why wanted sound is not heard yet.
    public enum WaitingReason: Hashable, Sendable {
        /// No sound was heard yet. The player may have tried several times.
        case connecting
        case buffering
        /// The sound played, but ran out although the connection is open, or the sound server stopped answering.
        case stalled
        /// The sound played, but the connection failed and the player tries to reconnect.
        case reconnecting(attempt: Int)
        case noOutputDevice
    }

    /// The cause of a pause.
    public enum PauseReason: Hashable, Sendable {
        case user, interruption, outputDeviceRemoved
    }
}

/// The short form of the status, with AVFoundation's names.
public enum TimeControlStatus: String, Hashable, Sendable {
    case paused, waitingToPlay, playing
}
