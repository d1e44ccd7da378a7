import RadioAudio
import RadioFormats
import RadioInspect
import RadioPlayer
import RadioStreams
import RadioText

/// What a ``StreamProbe`` learned of an address. All times count from the probe's start.
public struct ProbeReport: Sendable {
    /// One address of a host, numeric with its port.
    public struct Address: Hashable, Sendable {
        public var text: String
        /// When it was tried; nil for a connection that was kept from the request before.
        public var tried: Duration?
        /// The request went there.
        public var isConnected: Bool

        public var isIPv6: Bool { text.hasPrefix("[") }
    }

    /// One answer, redirects included.
    public struct Response: Hashable, Sendable {
        /// What was asked for.
        public var url: String
        public var head: CapturedResponse
        public var at: Duration
    }

    /// One request with its redirects. A list leads to more than one.
    public struct Try: Hashable, Sendable {
        public var url: String
        public var at: Duration
        public var addresses: [Address] = []
        public var responses: [Response] = []
        /// Why it failed, in the library's words.
        public var failure: String?
    }

    /// Of a station in segments (HTTP Live Streaming): what was asked for after its sound was found, which ``tries`` leaves out.
    public struct Segments: Hashable, Sendable {
        /// The media playlist that brings the sound.
        public var playlistURL: String
        /// Playlists, keys and segments that were asked for.
        public var requestCount = 0
        /// Those that were refused or broke off.
        public var failedCount = 0
        /// Where titles stand, in the order of their first appearance.
        public var titleSources: [TimedMetadata.Kind] = []
        /// Of all packets.
        public var byteCount = 0
        public var duration = MediaTime.zero
    }

    public struct Title: Hashable, Sendable {
        public var track: TrackInfo
        public var at: Duration
    }

    /// Kept by name; more are counted.
    public static let maximumTitles = 64
    /// Kept of one try: a host has hardly more.
    public static let maximumAddresses = 32

    public var url: String
    public var tries: [Try] = []
    /// What was found, once it turned out to be sound.
    public var info: StreamInfo?
    /// Nil where it does not come in segments.
    public var segments: Segments?
    /// As the frames' headers say it.
    public var format: MediaFormat?
    /// As it decodes, in the order of first appearance; the first is what an output would be opened with.
    public var decoded: [PCMFormat] = []
    /// Parametric stereo was met; it may begin some frames after the first.
    public var isParametricStereo = false
    public var titles: [Title] = []
    public var titleCount = 0
    /// The titles' charset and why; nil where all of them were ASCII.
    public var charset: CharsetDecision?
    public var headersAt: Duration?
    public var firstByteAt: Duration?
    public var firstSoundAt: Duration?
    public var endedAt = Duration.zero
    /// Packets, and how many of them could not be decoded.
    public var packetCount = 0
    public var damagedCount = 0
    /// What the last answer's body holds, as far as it came; of a station in segments its last playlist before the sound. Nil
    /// where no answer came.
    public var content: Inspection?
    /// Why there was no sound.
    public var error: PlaybackError?
    public var problems: [StreamProblem] = []

    public init(url: String) { self.url = url }

    /// The last answer.
    public var response: CapturedResponse? { tries.last?.responses.last?.head }

    /// Bits a second of the sound that came.
    public var measuredBitRate: Int? {
        guard let segments, segments.duration > .zero else { return content?.report.frames?.bitRate.mean }
        return Int((Double(segments.byteCount) * 8 / segments.duration.seconds).rounded())
    }

    /// Bits a second, as the server says: a header, or the variant that plays.
    public var declaredBitRate: Int? { segments == nil ? response?.icy.bitRate : info?.bitRate }
}

extension ProbeReport {
    /// The codec as people call it: `MP3`, `AAC`, `HE-AAC`, `HE-AAC v2`. Nil before the first frame.
    public var codecName: String? {
        format?.codecName(decoded: decoded.first, isParametricStereo: isParametricStereo)
    }
}
