extension PlaybackSnapshot {
    /// A reason why there is no sound although the listener wants it. The fourth of the four facts is the set of all
    /// such reasons that hold now.
    public enum Suppression: Hashable, Sendable {
        case interruption(InterruptionKind)
        /// The device in use was removed while another exists. Sound continues when the listener asks for it.
        case outputDeviceRemoved
        case noOutputDevice
    }
}

/// The origin of an interruption.
public enum InterruptionKind: String, Hashable, Sendable {
    /// The sound server asked the player to be silent for another program, such as a phone call.
    case otherStream
    /// The output device was suspended, but not by this program.
    case suspendedDevice
    case sleep
    /// The program that contains the player has called ``PlaybackManager/beginInterruption()``.
    case application
}
