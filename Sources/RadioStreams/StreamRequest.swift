import RadioFormats
import RadioHTTP
import RadioHls

/// Describes the stream to open.
package struct StreamRequest: Hashable, Sendable {
    /// An `http:`, `https:` or `file:` URL, or a path.
    package var url: String
    /// The station's own headers (`StationHeaders`). A `User-Agent` replaces ``userAgent``.
    package var headers: [String: String]
    /// Further hosts that get ``headers``.
    package var headerHosts: [String] = []
    package var userAgent: String?
    /// Whether only public addresses are reached (`TransferRequest.Reach`).
    package var reachesOnlyPublic = false
    /// What the connections of one opening of a station share. All of them must get the same object.
    package var opening = StreamOpening()
    /// The time limit for resolving the host and connecting, together.
    package var connectTimeout: Duration
    /// The time limit for connecting and receiving the response's headers together.
    package var headersTimeout: Duration
    /// True to receive titles only. No packets are delivered, and the sound is dropped as early as possible.
    ///
    /// A station without titles is then an error.
    package var wantsTitlesOnly = false
    /// True to remember the IP addresses of hosts for a minute (`TransferRequest.remembersNames`).
    ///
    /// For programs that open hundreds of stations.
    package var remembersNames = false
    /// The settings for a stream of segments.
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

    /// Returns a transfer request with this stream's user agent and headers. The headers are sent only to the station's
    /// own hosts.
    func transferRequest(_ url: String) -> TransferRequest {
        let agent = headers.first { $0.key.lowercased() == "user-agent" }?.value ?? userAgent
        var request = TransferRequest(
            url: url, userAgent: agent ?? TransferRequest.defaultUserAgent, isSound: true,
            connectTimeout: connectTimeout)
        request.stationHeaders = StationHeaders(
            headers.filter { $0.key.lowercased() != "user-agent" }, home: self.url, hosts: headerHosts)
        request.session = opening.session
        if reachesOnlyPublic { request.reach = .publicAddresses(home: "") }
        return request
    }
}
