import Longwave
import LongwaveTerminal
import RadioService

/// What a listener has settled once and for all; nil: nothing is said about that. The command line, the environment and the file are
/// one each, and what is nil in one is taken from the next (``inheriting(_:)``).
public struct Configuration: Hashable, Sendable {
    /// What the private and the shared player may do differently.
    public struct Front: Hashable, Sendable {
        public var policy: PolicyName?
        public var giveUpAfter: TimeSpan?
        public var timeshift: KeptSpan?
        /// Stations of the queue, before and behind the one that plays, that are received too.
        public var warm: Int?
    }

    public struct Sound: Hashable, Sendable {
        public var devices: [String]?
        public var onDeviceRemoval: PlaybackPolicy.DeviceLoss?
        /// 0…100.
        public var volume: Double?
        public var rateFor: TimePitchAlgorithm?
    }

    /// Of stations in segments (HTTP Live Streaming).
    public struct Variants: Hashable, Sendable {
        public var quality: QualityName?
        public var languages: [String]?
        public var isLowLatency: Bool?
    }

    public struct Recording: Hashable, Sendable {
        /// Where the keys of `play` and the shared player write.
        public var recordings: String?
        public var keepLast: TimeSpan?
        /// Of `record`.
        public var folder: String?
        public var pattern: String?
        public var keepFree: ByteCount?
    }

    public struct History: Hashable, Sendable {
        public var isKept: Bool?
        public var database: String?
        public var retention: TitleRetention?
        /// Whether accounts of `longwave scrobble` are told.
        public var scrobbles: Bool?
    }

    /// Of the screen.
    public struct Screen: Hashable, Sendable {
        public var hasMouse: Bool?
        public var hasTitle: Bool?

    }

    /// Of `log`.
    public struct Log: Hashable, Sendable {
        public var retention: TitleRetention?
        public var source: FollowedSource?
        public var maximumRate: Double?
    }

    public var play = Front()
    public var serve = Front()
    public var sound = Sound()
    public var variants = Variants()
    /// Files, folders and addresses of lists of stations.
    public var library: [String]?
    public var recording = Recording()
    public var history = History()
    public var log = Log()
    /// A file of rules for titles.
    public var rules: String?
    public var directory: DirectoryChoice?
    /// Whether the desktop shows each title that is heard.
    public var notifies: Bool?
    public var artwork: ArtworkDisplay.Choice?
    /// Where songs are looked for.
    public var links: [SongLinkTemplate]?
    public var screen = Screen()
    package var keys = Keys()
    package var colours = Colours()
    package var hooks: [Hook]?

    public init() {}

    /// The same, with the other's values where there are none.
    func inheriting(_ other: Configuration) -> Configuration {
        ConfigurationSection.all.flatMap(\.keys).reduce(into: self) { made, key in key.inherit(&made, other) }
    }

    /// What the environment says: it goes before the file.
    init(environment: (String) -> String?) {
        if let list = environment("LONGWAVE_LIBRARY"), !list.isEmpty { library = [list] }
        if let server = environment(DirectoryAddress.variable), !server.isEmpty {
            directory = DirectoryChoice(argument: server) ?? DirectoryChoice.none
        }
    }
}
