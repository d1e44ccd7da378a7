import RadioFormats
import RadioHls

/// What to probe, and for how long.
public struct ProbeRequest: Hashable, Sendable {
    public static let maximumSecondsForTitle = 10

    /// `http:` or `https:`; a list behind it is followed.
    public var url: String
    public var headers: [String: String]
    /// Hosts beside the address's own that get ``headers``.
    public var headerHosts: [String]
    public var userAgent: String?
    /// The charset of the titles, where the station declares one.
    public var charset: String?
    /// What its list calls the station, beside `icy-name`: a title that says no more than that is none.
    public var stationName: String?
    /// How a station in segments is played.
    public var hls: HlsSettings
    /// Listens for so long after the first sound; at most ``maximumSecondsForTitle`` more where titles are announced and
    /// the first one cannot have come yet.
    public var listening: Duration
    /// Ends after so many bytes of a body, whatever the time.
    public var maximumBytes: Int
    /// Until a connection stands.
    public var connectTimeout: Duration
    /// Until the headers are there, connecting included.
    public var headersTimeout: Duration
    /// From the headers to the first sound.
    public var soundTimeout: Duration

    public init(
        url: String, headers: [String: String] = [:], headerHosts: [String] = [], userAgent: String? = nil,
        charset: String? = nil,
        stationName: String? = nil, hls: HlsSettings = HlsSettings(), listening: Duration = .seconds(3),
        maximumBytes: Int = 64 << 20,
        connectTimeout: Duration = .seconds(8),
        headersTimeout: Duration = .seconds(10), soundTimeout: Duration = .seconds(15)
    ) {
        self.url = url
        self.headers = headers
        self.headerHosts = headerHosts
        self.userAgent = userAgent
        self.charset = charset
        self.stationName = stationName
        self.hls = hls
        self.listening = listening
        self.maximumBytes = maximumBytes
        self.connectTimeout = connectTimeout
        self.headersTimeout = headersTimeout
        self.soundTimeout = soundTimeout
    }
}
