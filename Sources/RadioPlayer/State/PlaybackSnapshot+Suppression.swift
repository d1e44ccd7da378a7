extension PlaybackSnapshot {
    /// A reason why there is no sound although the listener wants it. The fourth fact is the set of these.
    public enum Suppression: Hashable, Sendable {
        case interruption(InterruptionKind)
        /// The device in use was removed while another exists. There is no sound before the listener says so.
        case outputDeviceRemoved
        case noOutputDevice
    }
}

/// The origin of an interruption.
public enum InterruptionKind: String, Hashable, Sendable {
    /// Another stream, such as a phone call, asked this one to be silent.
    case otherStream
    /// Somebody else suspended the sink.
    case suspendedDevice
    case sleep
    /// The program needs silence: ``PlaybackManager/beginInterruption()``.
    case application
}
