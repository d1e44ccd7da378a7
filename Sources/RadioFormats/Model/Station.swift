/// A radio station as a list describes it. Swift Radio Pro's fields and, all optional, Longwave's own.
public struct Station: Hashable, Sendable {
    public var name: String
    /// Addresses of the same programme, tried in order.
    public var urls: [String]
    /// Stable name of the station in its list; nil where the list gives none.
    public var id: String?
    public var homepage: String?
    public var artworkURL: String?
    public var summary: String?
    public var longDescription: String?
    public var codec: String?
    public var language: String?
    /// ISO 3166-1 alpha-2 code.
    public var country: String?
    public var tags: [String]
    /// The charset of its titles (an IANA name) where it is not UTF-8.
    public var charset: String?
    /// Extra request headers; a `User-Agent` here replaces Longwave's own.
    public var headers: [String: String]
    /// Hosts, with or without a port, that get ``headers`` beside the host and port of the address they go with.
    public var headerHosts: [String]
    /// Bits a second that the list names; for people: the player believes the stream.
    public var bitRate: Int?
    /// What radio-browser's directory calls the station (`stationuuid`), by which a dead address is looked up again.
    public var directoryID: String?

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
