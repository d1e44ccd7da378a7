/// A radio station as a list describes it: the fields of a station in the app Swift Radio Pro, and Longwave's own
/// optional fields.
public struct Station: Hashable, Sendable {
    public var name: String
    /// Addresses of the same programme, tried in order.
    public var urls: [String]
    /// Stable identifier of the station in its list; nil if the list gives none.
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
    /// Additional request headers. A `User-Agent` here replaces Longwave's own.
    public var headers: [String: String]
    /// Hosts, with or without a port, that receive ``headers`` in addition to the hosts and ports of the station's
    /// addresses.
    public var headerHosts: [String]
    /// Bits per second according to the list, for display only: the player uses the stream's own rate.
    public var bitRate: Int?
    /// Identifier in radio-browser's directory (`stationuuid`), used to find a new address for a dead one.
    public var directoryID: String?

    /// Creates a station. A detail that the list does not give keeps its default.
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
