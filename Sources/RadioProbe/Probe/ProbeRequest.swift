import RadioFormats
import RadioHls

/// What to probe, and for how long.
package struct ProbeRequest: Hashable, Sendable {
    package static let maximumSecondsForTitle = 10

    /// `http:` or `https:`; a list behind it is followed.
    package var url: String
    package var headers: [String: String]
    /// Hosts beside the address's own that get ``headers``.
    package var headerHosts: [String]
    package var userAgent: String?
    /// The charset of the titles, where the station declares one.
    package var charset: String?
    /// What its list calls the station, beside `icy-name`: a title that says no more than that is none.
    package var stationName: String?
    /// How a station in segments is played.
    package var hls: HlsSettings
    /// Listens for so long after the first sound; at most ``maximumSecondsForTitle`` more where titles are announced and
    /// the first one cannot have come yet.
    package var listening: Duration
    /// Ends after so many bytes of a body, whatever the time.
    package var maximumBytes: Int
    /// Until a connection stands.
    package var connectTimeout: Duration
    /// Until the headers are there, connecting included.
    package var headersTimeout: Duration
    /// From the headers to the first sound.
    package var soundTimeout: Duration

    package init(
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
