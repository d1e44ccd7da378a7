import RadioLists

/// What is looked for in radio-browser's directory. All that is named must hold; stations that its servers found dead are left
/// out.
///
/// The API's documentation, "Advanced station search".
public struct DirectoryQuery: Hashable, Sendable {
    /// The name contains them, as they stand.
    public var words: String
    /// A code of ISO 3166-1, or a part of the country's English name.
    public var country: String?
    /// A code of ISO 639-1, or a part of the language's English name.
    public var language: String?
    /// The station has all of them.
    public var tags: [String]
    public var codec: String?
    public var order: DirectoryOrder
    /// The last come first.
    public var isReversed: Bool
    /// Not more stations than these.
    public var limit: Int

    /// More stations are not asked for.
    public static let maximumLimit = 10_000

    /// - Parameters:
    ///   - words: which the name contains.
    ///   - country: a code, or a part of the English name.
    ///   - language: a code, or a part of the English name.
    ///   - tags: which the station has, all of them.
    ///   - codec: as MP3 or AAC.
    ///   - order: of the stations.
    ///   - isReversed: turns the order round.
    ///   - limit: of stations, brought between 1 and ``maximumLimit``.
    public init(
        words: String = "", country: String? = nil, language: String? = nil, tags: [String] = [], codec: String? = nil,
        order: DirectoryOrder = .votes, isReversed: Bool = false, limit: Int = 50
    ) {
        self.words = words
        self.country = country
        self.language = language
        self.tags = tags
        self.codec = codec
        self.order = order
        self.isReversed = isReversed
        self.limit = min(max(limit, 1), Self.maximumLimit)
    }

    /// What the directory calls codecs that others call so.
    private static let ownNames = ["HE-AAC": "AAC+", "VORBIS": "OGG"]

    /// What is asked of a server for a part of the answer: path and query.
    func target(offset: Int, limit: Int) -> String {
        var fields: [(String, String)] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { fields.append((name, value)) }
        }
        add("name", words)
        let place = country.map(CountryCode.reading)
        add(place?.utf8.count == 2 ? "countrycode" : "country", place)
        add("language", language.map { LanguageCode.name($0) ?? $0.lowercased() })
        add("tagList", tags.map { $0.lowercased() }.joined(separator: ","))
        add("codec", codec.map { Self.ownNames[$0.uppercased()] ?? $0.uppercased() })
        add("order", order.attribute)
        add("reverse", order.isDescending != isReversed ? "true" : "false")
        add("hidebroken", "true")
        add("offset", String(offset))
        add("limit", String(limit))
        return "/json/stations/search?" + fields.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
    }

    /// RFC 3986 §2.3: whatever is not unreserved.
    static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            case _: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
