/// What to fetch and how.
package struct TransferRequest: Hashable, Sendable {
    /// `http:` or `https:`, with credentials in it if need be.
    package var url: String
    /// Sent besides those that follow from the fields below, wherever redirects lead; a `User-Agent` here wins.
    package var headers: [String: String]
    /// Sent where they belong.
    package var stationHeaders = StationHeaders()
    package var userAgent: String
    /// Sent to the server with `POST`, which follows no redirect; nil asks with `GET`. Its type is one of ``headers``.
    package var body: [UInt8]?
    /// Asks for ICY metadata (`Icy-MetaData: 1`).
    package var wantsIcyMetadata: Bool
    /// HTTP/1.1 only, as sound needs it; false allows HTTP/2 for lists.
    package var isSound: Bool
    /// Which addresses it may lead to, redirects included.
    package enum Reach: Hashable, Sendable {
        case anywhere
        /// Not to this machine or its neighbourhood, but for the host of the URL `home`: for addresses that strangers send.
        case publicAddresses(home: String)
    }

    package var reach = Reach.anywhere
    /// Lets the server pack what it sends, and unpacks it; lists (``isSound`` is false) may always be packed.
    package var acceptsCompressed = false
    /// Remembers the name's address for a minute: for programs that connect to thousands of stations. Otherwise sound's name
    /// is looked up for each try: what it stood for a minute ago may be why the try before failed.
    package var remembersNames = false
    /// Until a connection stands, look-up included.
    package var connectTimeout: Duration
    package var maximumRedirects: Int
    /// All header bytes of one response; more is an error.
    package var maximumHeaderBytes: Int

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
