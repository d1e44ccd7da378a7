/// A radio station as a station list describes it: the fields that the app Swift Radio Pro uses, and optional fields
/// that only Longwave uses.
public struct Station: Hashable, Sendable {
    public var name: String
    /// Addresses that deliver the same programme. The first address is tried first; if it fails, the next one.
    public var urls: [String]
    /// Identifier of the station in its list, which stays the same if the name changes; nil if the list gives none.
    public var id: String?
    public var homepage: String?
    public var artworkURL: String?
    public var summary: String?
    public var longDescription: String?
    public var codec: String?
    public var language: String?
    /// Country as an ISO 3166-1 alpha-2 code.
    public var country: String?
    public var tags: [String]
    /// Charset of the station's titles (an IANA name), if it is not UTF-8.
    public var charset: String?
    /// Headers that are added to requests to the station's addresses. A `User-Agent` here replaces Longwave's own.
    public var headers: [String: String]
    /// Hosts, with or without a port, that receive ``headers`` in addition to the hosts and ports of the station's
    /// addresses.
    public var headerHosts: [String]
    /// Bits per second according to the list, for display only: the player uses the stream's own rate.
    public var bitRate: Int?
    /// Identifier in radio-browser's directory (`stationuuid`), used to look up a new address if the station's
    /// addresses no longer work.
    public var directoryID: String?
    /// Whether requests reach only public addresses, because a client in the network named the station's addresses.
    package var reachesOnlyPublic = false

    /// Creates a station. A property that is not passed has its default value: nil or empty.
    public init(
        name: String, urls: [String], id: String? = nil, homepage: String? = nil, artworkURL: String? = nil,
        summary: String? = nil, longDescription: String? = nil, codec: String? = nil, language: String? = nil,
        country: String? = nil, tags: [String] = [], charset: String? = nil, headers: [String: String] = [:],
        headerHosts: [String] = [], bitRate: Int? = nil, directoryID: String? = nil
    ) {
        self.name = name
        self.urls = urls
        self.id = id
        self.homepage = homepage
        self.artworkURL = artworkURL
        self.summary = summary
        self.longDescription = longDescription
        self.codec = codec
        self.language = language
        self.country = country
        self.tags = tags
        self.charset = charset
        self.headers = headers
        self.headerHosts = headerHosts
        self.bitRate = bitRate
        self.directoryID = directoryID
    }
}
