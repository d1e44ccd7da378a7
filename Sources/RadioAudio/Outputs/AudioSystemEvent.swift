/// An event of an ``AudioOutputSystem``, about the server or its devices.
package enum AudioSystemEvent: Hashable, Sendable {
    case serverConnected
    /// Another kind of server took the place of the previous one (such as PipeWire for PulseAudio).
    ///
    /// Comes before `serverConnected`. The names of the new devices are unrelated to those of the old ones.
    case serverReplaced
    /// The server disappeared or cannot be reached.
    case serverLost(String)
    /// A sink was added.
    case deviceAdded(name: String)
    case deviceRemoved(name: String)
    /// The active port of a sink was unplugged, such as the headphones, or is plugged in and active again.
    case portAvailabilityChanged(device: String, isAvailable: Bool)
}
