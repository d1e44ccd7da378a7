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
    /// Another stream, such as a phone call, asked this one to be silent.
    case otherStream
    /// The output device was suspended, but not by this program.
    case suspendedDevice
    case sleep
    /// The program asked for silence with ``PlaybackManager/beginInterruption()``.
    case application
}
