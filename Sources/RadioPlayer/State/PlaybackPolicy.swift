import RadioFormats
import RadioHls

/// How patient a player is. A value, not a branch: ``listener`` and ``kiosk`` are two of them.
public struct PlaybackPolicy: Hashable, Sendable {
    /// Waits before the first tries after a failure; then ``steadyDelay`` for ``steadyPeriod``, then growing to ``maximumDelay``.
    public var firstDelays: [Duration]
    public var steadyDelay: Duration
    public var steadyPeriod: Duration
    public var maximumDelay: Duration
    /// Gives up after so long without sound; nil never.
    public var giveUpAfter: Duration?
    /// An unknown host name fails an item that was never heard after so long; nil treats it like any failure.
    public var unknownHostPatience: Duration?
    /// Whether an item that was never heard waits for a sound server, or fails. See also ``DeviceLoss/wait``.
    public var waitsForOutput: Bool
    /// Part of a delay by which it may be longer or shorter, so that a thousand players do not come back at once.
    public var jitter: Double
    /// Sound heard in one piece that makes the count of failures start again.
    public var resetAfterHeard: Duration

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
    /// The longest that a server can keep us away (`Retry-After`, RFC 9110 §10.2.3).
    public var maximumRetryAfter: Duration = .seconds(120)
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
    /// The same for a station that comes in segments, of which two are held beside the one that is heard.
    public var segmentBytes = 4 * 1024 * 1024
    /// How a station that comes in segments (HTTP Live Streaming) is played: quality, languages, low latency.
    public var hls = HlsSettings()
    /// How far behind the newest sound "live" is.
    public var liveEdgeDistance: Duration = .seconds(1)

    /// A person at a terminal: gives up after five minutes without sound.
    public static let listener = PlaybackPolicy(
        firstDelays: [.zero, .milliseconds(250), .milliseconds(500)], steadyDelay: .seconds(1),
        steadyPeriod: .seconds(120), maximumDelay: .seconds(15), giveUpAfter: .seconds(300),
        unknownHostPatience: .seconds(5), waitsForOutput: false, jitter: 0.1, resetAfterHeard: .seconds(10))

    /// An unattended machine: never gives up.
    public static let kiosk: PlaybackPolicy = {
        var policy = PlaybackPolicy(
            firstDelays: [], steadyDelay: .seconds(1), steadyPeriod: .seconds(600), maximumDelay: .seconds(5),
            giveUpAfter: nil, unknownHostPatience: nil, waitsForOutput: true, jitter: 0.1,
            resetAfterHeard: .seconds(10))
        policy.deviceLoss = .follow
        return policy
    }()

    public init(
        firstDelays: [Duration], steadyDelay: Duration, steadyPeriod: Duration, maximumDelay: Duration,
        giveUpAfter: Duration?, unknownHostPatience: Duration?, waitsForOutput: Bool, jitter: Double,
        resetAfterHeard: Duration
    ) {
        self.firstDelays = firstDelays
        self.steadyDelay = steadyDelay
        self.steadyPeriod = steadyPeriod
        self.maximumDelay = maximumDelay
        self.giveUpAfter = giveUpAfter
        self.unknownHostPatience = unknownHostPatience
        self.waitsForOutput = waitsForOutput
        self.jitter = jitter
        self.resetAfterHeard = resetAfterHeard
    }
}
