import RadioStreams

/// What a person would say the player does, derived from the four facts.
public enum PlaybackStatus: Hashable, Sendable {
    case stopped
    case waitingToPlay(WaitingReason)
    case playing
    case paused(PauseReason)
    /// The end of the item was heard.
    case ended
    case failed(PlaybackError)

    public enum WaitingReason: Hashable, Sendable {
        /// Nothing was heard yet, however often it was tried.
        case connecting
        case buffering
        /// It played, and ran out of sound.
        case stalled
        /// It played, and the connection is made again.
        case reconnecting(attempt: Int)
        case noOutputDevice
    }

    public enum PauseReason: Hashable, Sendable {
        case user, interruption, outputDeviceRemoved
    }
}

/// The short form of the status, by the names of AVFoundation.
public enum TimeControlStatus: String, Hashable, Sendable {
    case paused, waitingToPlay, playing
}
