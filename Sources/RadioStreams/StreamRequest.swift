import RadioFormats
import RadioHTTP
import RadioHls

/// What to open.
package struct StreamRequest: Hashable, Sendable {
    /// `http:`, `https:` or `file:` URL, or a path.
    package var url: String
    /// The station's own (`StationHeaders`); a `User-Agent` replaces ``userAgent``.
    package var headers: [String: String]
    /// Hosts beside the address's own that get ``headers``.
    package var headerHosts: [String] = []
    package var userAgent: String?
    /// Until a connection stands.
    package var connectTimeout: Duration
    /// Until the response's headers are there, connecting included.
    package var headersTimeout: Duration
    /// Whether only what stands between the sound is wanted: then no packet is brought, and the sound is dropped as early as
    /// can be. A station without titles is an error then.
    package var wantsTitlesOnly = false
    /// Remembers the names' addresses for a minute (`TransferRequest.remembersNames`): for who opens hundreds of stations.
    package var remembersNames = false
    /// How it is played if it is a stream of segments.
    package var hls = HlsSettings()

    package init(
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
