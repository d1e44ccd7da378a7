/// A query for stations of a library: words, conditions that must all hold, an order, and a grouping.
public struct StationQuery: Hashable, Sendable {
    /// Words that must each begin a word of the name, id, tags, country, language or codec. Case, accents, punctuation
    /// and the width of characters (full or half) are ignored. If no station has a word, similar words match.
    public var words: String
    public var predicates: [StationPredicate]
    /// Sort keys, the most important first. Without keys, the best matches of ``words`` come first; without words,
    /// stations are in list order.
    public var sort: [StationSort]
    public var grouping: StationGrouping?
    /// Maximum number of stations; with a grouping, the maximum for each collection.
    public var limit: Int?

    /// The value of ``limit``, but never negative; `Int.max` if there is no limit.
    var maximum: Int { max(limit ?? .max, 0) }

    public init(
        words: String = "", predicates: [StationPredicate] = [], sort: [StationSort] = [],
        grouping: StationGrouping? = nil, limit: Int? = nil
    ) {
        self.words = words
        self.predicates = predicates
        self.sort = sort
        self.grouping = grouping
        self.limit = limit
    }

    // MARK: Ready-made

    /// Every station, in list order.
    public static let all = StationQuery()
    /// Favourites, ordered by name.
    public static let favourites = made([(.favourite, .equals(.flag(true)))], sort: [StationSort(.name)])
    /// Stations that were played, the most recently heard first.
    public static let recentlyPlayed = made([(.playCount, .greaterThan(0))], sort: [StationSort(.lastPlayed)])
    /// Stations that were played, the most often started first.
    public static let mostPlayed = made(
        [(.playCount, .greaterThan(0))], sort: [StationSort(.playCount), StationSort(.heard)])
    /// Stations that were never played.
    public static let neverPlayed = made([(.playCount, .equals(.number(0)))])
    /// Rated stations, the best first.
    public static let bestRated = made([(.rating, .greaterThan(0))], sort: [StationSort(.rating), StationSort(.name)])
    public static let byCountry = StationQuery(sort: [StationSort(.name)], grouping: .country)
    public static let byLanguage = StationQuery(sort: [StationSort(.name)], grouping: .language)
    public static let byTag = StationQuery(sort: [StationSort(.name)], grouping: .tag)
    public static let byFirstLetter = StationQuery(sort: [StationSort(.name)], grouping: .firstLetter)

    private static func made(
        _ predicates: [(StationProperty, StationPredicate.Comparison)], sort: [StationSort] = []
    ) -> StationQuery {
        StationQuery(predicates: predicates.compactMap { StationPredicate($0.0, $0.1) }, sort: sort)
    }
}
