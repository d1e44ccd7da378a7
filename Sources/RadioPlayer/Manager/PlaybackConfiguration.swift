import RadioAudio
import RadioText

/// The settings of a ``PlaybackManager``.
public struct PlaybackConfiguration: Hashable, Sendable {
    /// Where the sound goes.
    public enum Output: Hashable, Sendable {
        /// The PulseAudio server `server`; if nil, the server that the environment names.
        ///
        /// The player uses the first of `devices` that exists; if `devices` is empty, the server's default device. Each
        /// element is a device's name, or a pattern of names or descriptions (`DevicePattern`).
        case pulse(server: String? = nil, devices: [String] = [])
        /// No output. The sound plays unheard, in real time.
        case null
        /// A WAV file, written in real time, or as fast as data arrives if `isFast` is true. An existing file is
        /// refused unless `overwrites` is true.
        case file(path: String, isFast: Bool = false, overwrites: Bool = false)
        /// A file that receives the stations' packets as they arrive, without decoding (``PacketFileKind``).
        ///
        /// The playback time advances as if the sound were heard. An existing file is refused unless `overwrites` is
        /// true.
        case packets(path: String, kind: PacketFileKind, overwrites: Bool = false)
    }

    public var output: Output
    public var policy: PlaybackPolicy
    /// The initial volume, 0…1.
    public var volume: Double
    /// The initial speed of the sound, 0.5…3; 1 is normal speed (``PlaybackManager/setRate(_:)``).
    public var rate = 1.0
    /// The algorithm that keeps the pitch at a rate other than 1 (``PlaybackManager/setTimePitchAlgorithm(_:)``).
    public var timePitchAlgorithm = TimePitchAlgorithm.speech
    /// How the sound behaves beside that of other programs.
    public var category = AudioCategory.playback
    /// How long the sound of one item fades out while the next one fades in, 0…12 s, when another item is played before
    /// the end of the first (``PlaybackManager/setCrossfade(_:)``). The first sound after silence fades in, too. Zero
    /// changes at once.
    public var crossfade = Duration.zero
    /// The loudness that all stations and files shall have, in LUFS (``PlaybackManager/setLoudness(_:)``); nil for none.
    public var loudness: Double?
    public var equaliser = Equaliser.flat
    public var userAgent: String?
    /// The rules applied to every title after parsing, before the title is shown or published.
    public var titleRules: TitleRuleSet
    /// How many stations before the current one in the queue, and how many after it, are received in advance.
    ///
    /// A switch to such a station is heard at once. Each of them uses as much bandwidth as the station that is heard.
    /// Together they use at most 8 MB of memory. They are disconnected 15 minutes after the last switch. 0 turns this
    /// off; the maximum is 5.
    public var warmNeighbours = 0
    /// The folder of the tape, the file with a live station's past sound (``PlaybackPolicy/timeshift``).
    ///
    /// The file has no name and disappears with the program. If this is nil or the folder cannot be used, the newest 8
    /// MB of sound are kept in memory instead.
    public var timeshiftFolder: String?
    /// The recording to make; nil for none. With a recording, packets are written to files and not decoded, and the
    /// output plays silence, by which the playback time advances.
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
