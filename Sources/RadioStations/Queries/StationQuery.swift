/// A question to a library: words, conditions that must all hold, an order, a grouping.
public struct StationQuery: Hashable, Sendable {
    /// Each must begin a word of the name, id, tags, country, language or codec; a word that no station has may be misspelt.
    /// Case, width, accents and punctuation do not count.
    public var words: String
    public var predicates: [StationPredicate]
    /// The first key first. Without one: best match of the words first, else the order of the list.
    public var sort: [StationSort]
    public var grouping: StationGrouping?
    /// Not more stations than these, of the beginning; of every collection where there is a grouping.
    public var limit: Int?

    /// ``limit`` as a number of stations.
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

    /// Every station, in the order of the list.
    public static let all = StationQuery()
    /// Favourites by name.
    public static let favourites = made([(.favourite, .equals(.flag(true)))], sort: [StationSort(.name)])
    /// What was heard, the newest first.
    public static let recentlyPlayed = made([(.playCount, .greaterThan(0))], sort: [StationSort(.lastPlayed)])
    /// What was heard, the most often begun first.
    public static let mostPlayed = made(
        [(.playCount, .greaterThan(0))], sort: [StationSort(.playCount), StationSort(.heard)])
    /// What was never heard.
    public static let neverPlayed = made([(.playCount, .equals(.number(0)))])
    /// The best first, those without a rating left out.
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
