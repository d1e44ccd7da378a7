/// What an ``AudioOutputSystem`` tells of the server and its devices.
package enum AudioSystemEvent: Hashable, Sendable {
    case serverConnected
    /// Comes before `serverConnected` when it is another kind of server than before (PipeWire in PulseAudio's place): what its devices are called says
    /// nothing about the old one's.
    case serverReplaced
    /// The server went away or cannot be reached.
    case serverLost(String)
    /// A sink came.
    case deviceAdded(name: String)
    case deviceRemoved(name: String)
    /// The port that a sink played on was unplugged (headphones pulled), or the same one is plugged in and plays again.
    case portAvailabilityChanged(device: String, isAvailable: Bool)
}
