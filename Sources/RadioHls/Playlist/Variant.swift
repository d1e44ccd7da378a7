/// One way to play a presentation (EXT-X-STREAM-INF, RFC 8216 §4.3.4.2; rfc8216bis §4.4.6.2).
public struct Variant: Hashable, Sendable {
    public struct Resolution: Hashable, Sendable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// As written, variables replaced; relative to the playlist's URL.
    public var uri: String
    /// The peak in bits a second; zero where it is missing.
    public var bandwidth: Int
    /// In bits a second.
    public var averageBandwidth: Int?
    /// As written; see ``codecNames``.
    public var codecs: String?
    public var supplementalCodecs: String?
    public var resolution: Resolution?
    public var frameRate: Double?
    public var hdcpLevel: String?
    public var allowedCpc: String?
    public var videoRange: String?
    public var requiredVideoLayout: String?
    /// AUDIO: the group of renditions that its sound comes from.
    public var audioGroup: String?
    public var videoGroup: String?
    public var subtitlesGroup: String?
    /// `NONE` where there are none for certain.
    public var closedCaptions: String?
    /// NAME: not in the specification, but in many playlists.
    public var name: String?
    /// STABLE-VARIANT-ID.
    public var stableID: String?
    /// PATHWAY-ID; `.` where there is none.
    public var pathwayID = "."
    /// SCORE: higher is better.
    public var score: Double?
    /// PROGRAM-ID of protocol versions before 6.
    public var programID: Int?

    public init(uri: String, bandwidth: Int) {
        self.uri = uri
        self.bandwidth = bandwidth
    }

    /// The formats in it (RFC 6381), as `mp4a.40.2`; empty where CODECS is missing. At most 32 are told.
    public var codecNames: [String] {
        (codecs ?? "").split(separator: ",").prefix(32).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
    }
}
