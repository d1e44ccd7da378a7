import RadioFormats
import RadioHls
import RadioStreams

/// How patient a player is. A value, not a branch: ``listener`` and ``kiosk`` are two of them.
public struct PlaybackPolicy: Hashable, Sendable {
    /// When failed connections are made again, and when the player gives up.
    public var retry: RetryPolicy
    /// Whether an item that was never heard waits for a sound server, or fails. See also ``DeviceLoss/wait``.
    public var waitsForOutput = false
    /// Sound heard in one piece that makes the count of failures start again.
    public var resetAfterHeard = Duration.seconds(10)

    /// What is done when the device in use is removed, or its port unplugged. When the same device is back, sound goes on there by itself with all of
    /// them but ``follow``, which has gone on elsewhere.
    public enum DeviceLoss: String, Hashable, Sendable, CaseIterable {
        /// Silence until the listener plays again, on the device that there is then.
        case pause
        /// On with the server's current default device.
        case follow
        /// Waits for the same device. An item that was never heard waits for a device, too.
        case wait
    }

    public var deviceLoss = DeviceLoss.pause
    /// Whether an item that was never heard waits for a server and a device.
    var waitsForFirstOutput: Bool { waitsForOutput || deviceLoss == .wait }
    public var connectTimeout: Duration = .seconds(8)
    public var headersTimeout: Duration = .seconds(10)
    public var firstSoundTimeout: Duration = .seconds(15)
    /// Without a byte for so long a connection is given up.
    public var freezeTimeout: Duration = .seconds(8)
    /// Sound that must be held before it starts.
    public var startBuffer: Duration = .milliseconds(250)
    /// The same after a stall; doubles with each up to ``maximumRestartBuffer``.
    public var restartBuffer: Duration = .milliseconds(500)
    public var maximumRestartBuffer: Duration = .seconds(4)
    /// Sound that the sound server holds.
    public var outputBuffer: Duration = .seconds(2)
    /// Encoded bytes held ahead of what is heard while it is heard.
    public var timelineBytes = 512 * 1024
    /// The same of a station in a pause or an interruption, when nothing is heard: at 128 kbit/s eight minutes. A longer one loses the
    /// oldest.
    public var pauseBytes = 8 * 1024 * 1024
    /// Sound of a live station that is kept beside that, to go back to and to go on with after a long pause; zero: none.
    public var timeshift = Duration.zero
    /// The same for a station that comes in segments, of which two are held beside the one that is heard.
    public var segmentBytes = 4 * 1024 * 1024
    /// How a station that comes in segments (HTTP Live Streaming) is played: quality, languages, low latency.
    public var hls = HlsSettings()
    /// How far behind the newest sound "live" is.
    public var liveEdgeDistance: Duration = .seconds(1)

    /// A person at a terminal: gives up after five minutes without sound.
    public static let listener = PlaybackPolicy(retry: .listener)

    /// An unattended machine: never gives up.
    public static let kiosk: PlaybackPolicy = {
        var policy = PlaybackPolicy(retry: .kiosk)
        policy.waitsForOutput = true
        policy.deviceLoss = .follow
        return policy
    }()

    public init(retry: RetryPolicy) { self.retry = retry }
}
