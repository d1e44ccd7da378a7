import RadioFormats
import RadioHTTP
import RadioHls

/// What to open.
public struct StreamRequest: Hashable, Sendable {
    /// `http:`, `https:` or `file:` URL, or a path.
    public var url: String
    /// The station's own (`StationHeaders`); a `User-Agent` replaces ``userAgent``.
    public var headers: [String: String]
    /// Hosts beside the address's own that get ``headers``.
    public var headerHosts: [String] = []
    public var userAgent: String?
    /// Until a connection stands.
    public var connectTimeout: Duration
    /// Until the response's headers are there, connecting included.
    public var headersTimeout: Duration
    /// Whether only what stands between the sound is wanted: then no packet is brought, and the sound is dropped as early as
    /// can be. A station without titles is an error then.
    public var wantsTitlesOnly = false
    /// Remembers the names' addresses for a minute (`TransferRequest.remembersNames`): for who opens hundreds of stations.
    public var remembersNames = false
    /// How it is played if it is a stream of segments.
    public var hls = HlsSettings()

    public init(
        url: String, headers: [String: String] = [:], userAgent: String? = nil, connectTimeout: Duration = .seconds(8),
        headersTimeout: Duration = .seconds(10)
    ) {
        self.url = url
        self.headers = headers
        self.userAgent = userAgent
        self.connectTimeout = connectTimeout
        self.headersTimeout = headersTimeout
    }

    /// What a request of this stream says of its sender; the station's own headers go with it where they belong.
    func transferRequest(_ url: String) -> TransferRequest {
        let agent = headers.first { $0.key.lowercased() == "user-agent" }?.value ?? userAgent
        var request = TransferRequest(
            url: url, userAgent: agent ?? TransferRequest.defaultUserAgent, isSound: true,
            connectTimeout: connectTimeout)
        request.stationHeaders = StationHeaders(
            headers.filter { $0.key.lowercased() != "user-agent" }, home: self.url, hosts: headerHosts)
        return request
    }
}
