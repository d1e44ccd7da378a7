import RadioFormats
import RadioHls
import RadioStreams

/// How long a player waits for a stream, how much sound it keeps in memory, and when it gives up. ``listener`` and
/// ``kiosk`` are two ready-made policies.
public struct PlaybackPolicy: Hashable, Sendable {
    /// When the player reconnects after a failure, and when it gives up.
    public var retry: RetryPolicy
    /// Whether an item that was never heard waits for a sound server instead of failing. See also ``DeviceLoss/wait``.
    public var waitsForOutput = false
    /// How long sound must be heard without a break after a failure before the player forgets its earlier failures, so
    /// that waits between connection attempts are short again.
    public var resetAfterHeard = Duration.seconds(10)

    /// What the player does when the device in use is removed, or its port is unplugged.
    ///
    /// When the same device is back, ``PlaybackPolicy/deviceReturn`` decides whether the sound continues there, unless
    /// it has already continued on another device (``follow``).
    public enum DeviceLoss: String, Hashable, Sendable, CaseIterable {
        /// The sound stops until the listener plays again. It then goes to any available device.
        case pause
        /// The sound continues on the sound server's current default device.
        case follow
        /// The sound waits for the same device. An item that was never heard waits for a device, too.
        case wait
    }

    public var deviceLoss = DeviceLoss.pause

    /// What the player does when the device that was removed is back, and the sound has not continued elsewhere.
    public enum DeviceReturn: String, Hashable, Sendable, CaseIterable {
        case play
        /// The player is paused until the listener plays again.
        case pause
    }

    public var deviceReturn = DeviceReturn.play
    /// Whether an item that was never heard waits for a sound server and a device.
    var waitsForFirstOutput: Bool { waitsForOutput || deviceLoss == .wait }
    public var connectTimeout: Duration = .seconds(8)
    public var headersTimeout: Duration = .seconds(10)
    public var firstSoundTimeout: Duration = .seconds(15)
    /// How long a connection may deliver no bytes before it is closed and the player reconnects.
    public var freezeTimeout: Duration = .seconds(8)
    /// The duration of sound that must be received before sound starts.
    public var startBuffer: Duration = .milliseconds(250)
    /// The duration of sound that must be received before sound continues after a stall. It doubles with each further
    /// stall, up to ``maximumRestartBuffer``, until sound has played for a minute without a stall.
    public var restartBuffer: Duration = .milliseconds(500)
    public var maximumRestartBuffer: Duration = .seconds(4)
    /// The maximum duration of sound that is queued at the sound server.
    public var outputBuffer: Duration = .seconds(2)
    /// The maximum number of encoded bytes in memory that were received and not heard yet.
    public var timelineBytes = 512 * 1024
    /// The maximum number of encoded bytes in memory for a station in a pause or an interruption: eight minutes at 128
    /// kbit/s.
    ///
    /// In a longer pause, the oldest sound is dropped.
    public var pauseBytes = 8 * 1024 * 1024
    /// The maximum duration of a live station's past sound that is kept on the tape, to move backward and to continue
    /// after a long pause.
    ///
    /// With zero, there is no tape.
    public var timeshift = Duration.zero
    /// The maximum number of encoded bytes in memory for a station that comes in segments: enough for the segment that
    /// is heard and two more.
    public var segmentBytes = 4 * 1024 * 1024
    /// How a station that comes in segments (HTTP Live Streaming) is played: quality, languages, low latency.
    public var hls = HlsSettings()
    /// How far behind a station's newest received sound a jump to the live edge ends. For a station in segments, its
    /// playlist gives this distance instead.
    public var liveEdgeDistance: Duration = .seconds(1)

    /// Whether the delay of a live station stays the same for days, although its clock and that of the sound device
    /// differ: now and then, one packet is left out or given twice where the sound is quiet.
    public var correctsDrift = false

    /// The policy for a person at a terminal: gives up after five minutes without sound.
    public static let listener = PlaybackPolicy(retry: .listener)

    /// The policy for an unattended computer: never gives up.
    public static let kiosk: PlaybackPolicy = {
        var policy = PlaybackPolicy(retry: .kiosk)
        policy.waitsForOutput = true
        policy.deviceLoss = .follow
        policy.correctsDrift = true
        return policy
    }()

    public init(retry: RetryPolicy) { self.retry = retry }
}
