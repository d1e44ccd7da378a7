import RadioStreams

/// The status of a player in a person's words, which follows from the four facts.
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
        /// No sound was heard yet, however many tries were made.
        case connecting
        case buffering
        /// The sound played, and ran out.
        case stalled
        /// The sound played, and the connection is made again.
        case reconnecting(attempt: Int)
        case noOutputDevice
    }

    /// The origin of a pause.
    public enum PauseReason: Hashable, Sendable {
        case user, interruption, outputDeviceRemoved
    }
}

/// The short form of the status, with AVFoundation's names.
public enum TimeControlStatus: String, Hashable, Sendable {
    case paused, waitingToPlay, playing
}
