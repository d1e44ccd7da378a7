import Longwave
import LongwaveDesktop
import LongwaveTerminal

/// A listener's settings. A nil property means that the setting is not set.
///
/// The command line, the environment and the settings file each make a configuration. `inheriting(_:)` takes each value
/// that one configuration does not set from another configuration.
package struct Configuration: Hashable, Sendable {
    /// Settings that the private and the shared player have separately.
    struct Front: Hashable, Sendable {
        var policy: PolicyName?
        var giveUpAfter: TimeSpan?
        var timeshift: KeptSpan?
        /// The number of warm neighbours on each side: how many stations before, and how many after, the queue's
        /// current station are also received.
        var warm: Int?
    }

    /// Settings of the sound output.
    struct Sound: Hashable, Sendable {
        var devices: [String]?
        var onDeviceRemoval: PlaybackPolicy.DeviceLoss?
        var onDeviceReturn: PlaybackPolicy.DeviceReturn?
        /// The volume in percent, 0…100.
        var volume: Double?
        var rateFor: TimePitchAlgorithm?
        /// How many seconds the sound of two stations overlaps, 0…12.
        var crossfade: Double?
        /// Whether each station has a volume of its own.
        var keepsVolumes: Bool?
        var loudness: LoudnessChoice?
        /// Gains, or the name of a preset.
        var equaliser: String?
    }

    /// Settings for HLS stations (HTTP Live Streaming).
    struct Variants: Hashable, Sendable {
        var quality: QualityName?
        var languages: [String]?
        var isLowLatency: Bool?
    }

    /// Settings of recordings.
    struct Recording: Hashable, Sendable {
        /// The folder for recordings that the shared player makes, or that a key starts during `play`.
        var recordings: String?
        var keepLast: TimeSpan?
        /// The folder for recordings of `longwave record`.
        var folder: String?
        var pattern: String?
        var keepFree: ByteCount?
    }

    /// Settings of the listening history.
    struct History: Hashable, Sendable {
        var isKept: Bool?
        var database: String?
        var retention: TitleRetention?
        /// Whether songs are reported to the accounts of `longwave scrobble`.
        var scrobbles: Bool?
    }

    /// Settings of the full-screen player.
    struct Screen: Hashable, Sendable {
        var hasMouse: Bool?
        var hasTitle: Bool?

    }

    /// Settings of `log`.
    struct Log: Hashable, Sendable {
        var retention: TitleRetention?
        var source: FollowedSource?
        var maximumRate: Double?
    }

    /// Settings of the web server.
    struct HTTP: Hashable, Sendable {
        var listen: HTTPAddress?
        var tokenFile: String?
        /// Further names under which browsers may reach the server.
        var hosts: [String]?
    }

    /// Settings of MPD's protocol.
    struct MPD: Hashable, Sendable {
        var listen: MPDAddress?
        var password: String?
    }

    /// Settings of the reports to an MQTT server.
    struct MQTT: Hashable, Sendable {
        var server: String?
        var user: String?
        var password: String?
        var topic: String?
    }

    var play = Front()
    var serve = Front()
    var sound = Sound()
    var variants = Variants()
    /// Paths and addresses of the listener's station lists.
    var library: [String]?
    var recording = Recording()
    var history = History()
    var log = Log()
    var http = HTTP()
    var mpd = MPD()
    var mqtt = MQTT()
    /// The path of the file of title rules.
    var rules: String?
    var directory: DirectoryChoice?
    /// Whether the desktop shows a notification for each title that is heard.
    var notifies: Bool?
    var artwork: ArtworkDisplay.Choice?
    /// Templates for the addresses of web pages that search for a song.
    var links: [SongLinkTemplate]?
    var equalisers: [EqualiserPreset]?
    var screen = Screen()
    package var keys = Keys()
    package var colours = Colours()
    package var hooks: [Hook]?
    package var programmes: [Programme]?

    init() {}

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
