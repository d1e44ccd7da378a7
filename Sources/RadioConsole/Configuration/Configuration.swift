import Longwave
import LongwaveDesktop
import LongwaveTerminal

/// A listener's settings. A nil property means that the setting is not set.
///
/// The command line, the environment and the settings file each make a configuration. `inheriting(_:)` takes each value
/// that one configuration does not set from another configuration.
public struct Configuration: Hashable, Sendable {
    /// Settings that the private and the shared player have separately.
    public struct Front: Hashable, Sendable {
        public var policy: PolicyName?
        public var giveUpAfter: TimeSpan?
        public var timeshift: KeptSpan?
        /// The number of warm neighbours on each side: how many stations before, and how many after, the queue's
        /// current station are also received.
        public var warm: Int?
    }

    /// Settings of the sound output.
    public struct Sound: Hashable, Sendable {
        public var devices: [String]?
        public var onDeviceRemoval: PlaybackPolicy.DeviceLoss?
        public var onDeviceReturn: PlaybackPolicy.DeviceReturn?
        /// The volume in percent, 0…100.
        public var volume: Double?
        public var rateFor: TimePitchAlgorithm?
    }

    /// Settings for HLS stations (HTTP Live Streaming).
    public struct Variants: Hashable, Sendable {
        public var quality: QualityName?
        public var languages: [String]?
        public var isLowLatency: Bool?
    }

    /// Settings of recordings.
    public struct Recording: Hashable, Sendable {
        /// The folder for recordings that the shared player makes, or that a key starts during `play`.
        public var recordings: String?
        public var keepLast: TimeSpan?
        /// The folder for recordings of `longwave record`.
        public var folder: String?
        public var pattern: String?
        public var keepFree: ByteCount?
    }

    /// Settings of the listening history.
    public struct History: Hashable, Sendable {
        public var isKept: Bool?
        public var database: String?
        public var retention: TitleRetention?
        /// Whether songs are reported to the accounts of `longwave scrobble`.
        public var scrobbles: Bool?
    }

    /// Settings of the full-screen player.
    public struct Screen: Hashable, Sendable {
        public var hasMouse: Bool?
        public var hasTitle: Bool?

    }

    /// Settings of `log`.
    public struct Log: Hashable, Sendable {
        public var retention: TitleRetention?
        public var source: FollowedSource?
        public var maximumRate: Double?
    }

    public var play = Front()
    public var serve = Front()
    public var sound = Sound()
    public var variants = Variants()
    /// Paths and addresses of the listener's station lists.
    public var library: [String]?
    public var recording = Recording()
    public var history = History()
    public var log = Log()
    /// The path of the file of title rules.
    public var rules: String?
    public var directory: DirectoryChoice?
    /// Whether the desktop shows a notification for each title that is heard.
    public var notifies: Bool?
    public var artwork: ArtworkDisplay.Choice?
    /// Templates for the addresses of web pages that search for a song.
    public var links: [SongLinkTemplate]?
    public var screen = Screen()
    package var keys = Keys()
    package var colours = Colours()
    package var hooks: [Hook]?

    public init() {}

    /// Returns this configuration with the unset settings filled in: each setting that this configuration does not set
    /// has the value from `other`.
    func inheriting(_ other: Configuration) -> Configuration {
        ConfigurationSection.all.flatMap(\.keys).reduce(into: self) { made, key in key.inherit(&made, other) }
    }

    /// Creates a configuration from the values of environment variables, which override the settings file.
    init(environment: (String) -> String?) {
        if let list = environment("LONGWAVE_LIBRARY"), !list.isEmpty { library = [list] }
        if let server = environment(DirectoryAddress.variable), !server.isEmpty {
            directory = DirectoryChoice(argument: server) ?? DirectoryChoice.none
        }
    }
}
