import RadioAudio
import RadioText

/// What a ``PlaybackManager`` is made with.
public struct PlaybackConfiguration: Hashable, Sendable {
    public enum Output: Hashable, Sendable {
        /// The PulseAudio server of the environment or `server`, on the first of `devices` that exists; without any the server's
        /// default. Each is a device's name, or a pattern of names or descriptions (`DevicePattern`).
        case pulse(server: String? = nil, devices: [String] = [])
        /// Nowhere, in real time.
        case null
        /// A WAV file, in real time or as fast as data comes. One that exists is refused unless it may be overwritten.
        case file(path: String, isFast: Bool = false, overwrites: Bool = false)
        /// A file that gets what the stations send as it comes, without decoding (``PacketFileKind``). Time passes as if it were heard.
        /// One that exists is refused unless it may be overwritten.
        case packets(path: String, kind: PacketFileKind, overwrites: Bool = false)
    }

    public var output: Output
    public var policy: PlaybackPolicy
    /// 0…1, what a new stream starts with.
    public var volume: Double
    /// How much faster than it was made the sound goes by at first: 0.5…3 (``PlaybackManager/setRate(_:)``).
    public var rate = 1.0
    /// How a rate other than 1 keeps the pitch (``PlaybackManager/setTimePitchAlgorithm(_:)``).
    public var timePitchAlgorithm = TimePitchAlgorithm.speech
    public var userAgent: String?
    /// Applied to every title after it was read, before it is shown or told.
    public var titleRules: TitleRuleSet
    /// Stations on each side of the one that is heard, in the queue's order, that are connected, too: switching to one of them
    /// sounds at once. Each takes the bandwidth of a listener; all of them hold 8 MB. They are left a quarter of an hour after the last switch.
    /// 0: none; no more than 5 are taken.
    public var warmNeighbours = 0
    /// Where the file lies that keeps what ``PlaybackPolicy/timeshift`` wants; it has no name, and is gone with the program. Nil, or
    /// where that folder cannot be used: 8 MB stay in memory.
    public var timeshiftFolder: String?
    /// What is recorded instead of decoding it; then the output gives time, and no sound.
    package var recording: RecordingPlan?

    public init(
        output: Output = .pulse(), policy: PlaybackPolicy = .listener, volume: Double = 1, userAgent: String? = nil,
        titleRules: TitleRuleSet = TitleRuleSet()
    ) {
        self.output = output
        self.policy = policy
        self.volume = volume
        self.userAgent = userAgent
        self.titleRules = titleRules
    }
}
