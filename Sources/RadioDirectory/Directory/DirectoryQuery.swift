import RadioFormats
import RadioLists
import RadioStations

/// A search in radio-browser's directory. All conditions must hold. Stations that the directory marks as broken are
/// left out.
///
/// See the API's documentation, "Advanced station search".
public struct DirectoryQuery: Hashable, Sendable {
    /// Text that the station's name must contain as a whole; empty for any name.
    public var words: String
    /// The country's ISO 3166-1 code, or a part of its English name; nil for any country.
    public var country: String?
    /// The language's ISO 639-1 code, or a part of its English name; nil for any language.
    public var language: String?
    /// Tags. The station must have all of them.
    public var tags: [String]
    public var codec: String?
    public var order: DirectoryOrder
    /// True to reverse the order.
    public var isReversed: Bool
    /// Maximum number of stations.
    public var limit: Int

    /// Greatest value of ``limit``.
    public static let maximumLimit = 10_000

    /// - Parameters:
    ///   - words: text that the station's name must contain.
    ///   - country: an ISO 3166-1 code, or a part of the English name.
    ///   - language: an ISO 639-1 code, or a part of the English name.
    ///   - tags: tags. The station must have all of them.
    ///   - codec: a codec's name, such as MP3 or AAC.
    ///   - order: the order of the stations.
    ///   - isReversed: true to reverse the order.
    ///   - limit: maximum number of stations; limited to 1 through ``maximumLimit``.
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

    /// The directory's name for each codec whose usual name, the key, differs.
    private static let ownNames = ["HE-AAC": "AAC+", "VORBIS": "OGG"]

    /// Returns the URL's path and query that request `limit` stations of the answer, from index `offset` on.
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
        return "/json/stations/search?"
            + fields.map { "\($0.0)=\(URLReference.percentEncoded($0.1))" }.joined(separator: "&")
    }
}

extension DirectoryQuery {
    /// Creates a query from a line that a person typed: words, and conditions such as `tag=jazz`, `country=fr` and
    /// `language=de` (``StationQuery/init(text:)``). Other conditions have no effect. If the line is not a valid query,
    /// it is searched for as words.
    package init(typed text: String, limit: Int) {
        let query = (try? StationQuery(text: text)) ?? StationQuery(words: text)
        self.init(words: query.words, limit: limit)
        for predicate in query.predicates {
            guard case .equals(.text(let value)) = predicate.comparison else { continue }
            switch predicate.property {
            case .tag: tags.append(value)
            case .country: country = value
            case .language: language = value
            case _: break
            }
        }
    }
}
