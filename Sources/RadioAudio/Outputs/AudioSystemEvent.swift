/// What an ``AudioOutputSystem`` tells of the server and its devices.
public enum AudioSystemEvent: Hashable, Sendable {
    case serverConnected
    /// The server went away or cannot be reached.
    case serverLost(String)
    /// A sink came; `isDefault` when it is the server's default.
    case deviceAdded(name: String, isDefault: Bool)
    case deviceRemoved(name: String)
    /// The active port of a sink became unavailable (headphones pulled) or available.
    case portAvailabilityChanged(device: String, isAvailable: Bool)
}
