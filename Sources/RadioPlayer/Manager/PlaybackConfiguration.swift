/// What a ``PlaybackManager`` is made with.
public struct PlaybackConfiguration: Hashable, Sendable {
    public enum Output: Hashable, Sendable {
        /// The PulseAudio server of the environment or `server`; nil device is the server's default sink.
        case pulse(server: String? = nil, device: String? = nil)
        /// Nowhere, in real time.
        case null
        /// A WAV file, in real time or as fast as data comes.
        case file(path: String, isFast: Bool = false)
    }

    public var output: Output
    public var policy: PlaybackPolicy
    /// 0…1, what a new stream starts with.
    public var volume: Double
    public var userAgent: String?

    public init(
        output: Output = .pulse(), policy: PlaybackPolicy = .listener, volume: Double = 1, userAgent: String? = nil
    ) {
        self.output = output
        self.policy = policy
        self.volume = volume
        self.userAgent = userAgent
    }
}
