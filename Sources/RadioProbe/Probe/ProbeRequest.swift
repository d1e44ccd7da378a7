import RadioFormats
import RadioHls

/// The address of a probe, with its limits of time and size.
package struct ProbeRequest: Hashable, Sendable {
    package static let maximumSecondsForTitle = 10

    /// The `http:` or `https:` address. If it delivers a list, the list's addresses are opened.
    package var url: String
    package var headers: [String: String]
    /// The hosts to which ``headers`` are sent, in addition to the host of ``url``.
    package var headerHosts: [String]
    package var userAgent: String?
    /// The charset that the station declares for its titles, if any.
    package var charset: String?
    /// The station's name in its list. A title that only repeats this name or `icy-name` counts as no title.
    package var stationName: String?
    /// The settings for a station whose sound comes in segments (HLS).
    package var hls: HlsSettings
    /// How long the probe listens after the first sound.
    ///
    /// If the server announces titles but not enough bytes for the first title have arrived by then, the probe waits up
    /// to ``maximumSecondsForTitle`` seconds longer.
    package var listening: Duration
    /// The maximum number of bytes of a response's body. The probe ends when they have arrived, even before
    /// ``listening`` has passed.
    package var maximumBytes: Int
    /// The time limit for connecting to a server.
    package var connectTimeout: Duration
    /// The time limit for connecting and receiving the headers together.
    package var headersTimeout: Duration
    /// The time limit from the headers to the first sound.
    package var soundTimeout: Duration

    /// Creates a request. By default, the probe listens for 3 s and takes at most 64 MiB of a response's body.
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
