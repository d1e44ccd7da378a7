/// Describes an HTTP request: its URL, headers and body, its limits, and the hosts that it may reach.
package struct TransferRequest: Hashable, Sendable {
    /// An `http:` or `https:` URL, which may contain credentials.
    package var url: String
    /// The headers that are sent to every host, also after redirects.
    ///
    /// Headers that result from the other properties are added. A `User-Agent` among these headers replaces
    /// ``userAgent``.
    package var headers: [String: String]
    /// The headers that are sent to the station's own hosts only.
    package var stationHeaders = StationHeaders()
    package var userAgent: String
    /// The opening of a station to which the request belongs. Nil for other requests, which have no cookies.
    package var session: HTTPSession?
    /// The body of a `POST`, which follows no redirect. Nil makes the request a `GET`.
    ///
    /// Its `Content-Type` must be set in ``headers``.
    package var body: [UInt8]?
    /// True to ask for ICY metadata (`Icy-MetaData: 1`).
    package var wantsIcyMetadata: Bool
    /// True to use only HTTP/1.1, as for sound, whose transfers are paused for long. False also allows HTTP/2, for
    /// example for lists.
    package var isSound: Bool
    /// The addresses that a request may lead to, redirects included.
    package enum Reach: Hashable, Sendable {
        case anywhere
        /// Allows public addresses (``PublicAddress``) and the host of the URL `home`.
        ///
        /// For addresses that come from the network, not from the listener.
        case publicAddresses(home: String)
    }

    package var reach = Reach.anywhere
    /// The numeric IP address to connect to instead of those of the URL's host. Nil for those.
    package var address: String?
    /// True to let the server compress the body although ``isSound`` is true. If ``isSound`` is false, the server may
    /// always compress the body.
    package var acceptsCompressed = false
    /// True to remember the host's address for a minute, for programs that connect to thousands of stations.
    ///
    /// If false, the host of a sound request is resolved for each try, because an address from a minute ago may be the
    /// reason why the last try failed.
    package var remembersNames = false
    /// The time limit for resolving the host and connecting, together.
    package var connectTimeout: Duration
    package var maximumRedirects: Int
    /// The limit for the header bytes of one response. More bytes are an error.
    package var maximumHeaderBytes: Int

    /// Creates a `GET` request that may lead to any address. The other properties may be set afterwards.
    package init(
        url: String, headers: [String: String] = [:], userAgent: String = TransferRequest.defaultUserAgent,
        wantsIcyMetadata: Bool = false, isSound: Bool = true, connectTimeout: Duration = .seconds(8),
        maximumRedirects: Int = 10, maximumHeaderBytes: Int = 65_536
    ) {
        self.url = url
        self.headers = headers
        self.userAgent = userAgent
        self.wantsIcyMetadata = wantsIcyMetadata
        self.isSound = isSound
        self.connectTimeout = connectTimeout
        self.maximumRedirects = maximumRedirects
        self.maximumHeaderBytes = maximumHeaderBytes
    }

    package static let defaultUserAgent = "Longwave/0.1"
}
