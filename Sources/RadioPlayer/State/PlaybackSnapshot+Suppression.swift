extension PlaybackSnapshot {
    /// What holds sound back although the listener wants it: the fourth fact is the set of these.
    public enum Suppression: Hashable, Sendable {
        case interruption(InterruptionKind)
        /// The device in use was removed and another exists: no sound before the listener says so.
        case outputDeviceRemoved
        case noOutputDevice
    }
}

/// Who interrupts.
public enum InterruptionKind: String, Hashable, Sendable {
    /// Another stream (a phone call) asked ours to be silent.
    case otherStream
    /// The sink was suspended by somebody else.
    case suspendedDevice
    case sleep
    /// A program needs silence: ``PlaybackManager/beginInterruption()``.
    case application
}
