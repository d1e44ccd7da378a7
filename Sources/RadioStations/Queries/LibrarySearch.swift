import RadioFormats

/// Runs queries on one library.
///
/// Creating a search reads all stations once. A query then takes milliseconds, even with fifty thousand stations. Later
/// changes of the library do not affect the search.
public struct LibrarySearch: Sendable {
    public private(set) var library: StationLibrary
    private let index: StationIndex

    public init(_ library: StationLibrary) {
        self.library = library
        index = StationIndex(library.stations)
    }

    /// Replaces the listener's properties of a station.
    /// - Parameters:
    ///   - user: the new properties.
    ///   - number: the station's ``LibraryItem/number``, from 1. A number that no station has is ignored.
    public mutating func set(_ user: UserProperties, ofNumber number: Int) { library.set(user, at: number - 1) }

    /// Returns the stations that the query selects, in the query's order. The grouping is ignored.
    /// - Parameters:
    ///   - query: words, conditions and order.
    ///   - now: the time against which conditions such as `played<7` are evaluated.
    public func items(_ query: StationQuery, now: MediaTime = .now) -> [LibraryItem] {
        let context = StationFilter.Context(library: library, now: now)
        return places(query, context).prefix(query.maximum).map(library.item)
    }

    /// Returns the stations that the query selects, in one collection per group. Without a grouping, returns one
    /// collection without a title. Returns no collection if no station is selected.
    ///
    /// Collections of countries, languages, tags, codecs and letters are ordered by name. Ratings begin with the best,
    /// favourites come first, and lists are in the library's order. Stations that lack the property form the last
    /// collection. Within a collection, stations are in the query's order.
    /// - Parameters:
    ///   - query: words, conditions, order and grouping.
    ///   - now: the time against which conditions such as `played<7` are evaluated.
    public func collections(_ query: StationQuery, now: MediaTime = .now) -> [StationCollection] {
        guard let grouping = query.grouping else {
            let places = places(query, StationFilter.Context(library: library, now: now))
            let items = places.prefix(query.maximum).map(library.item)
            return items.isEmpty ? [] : [StationCollection(title: "", items: items, count: places.count)]
        }
        return groups(query, grouping, StationFilter.Context(library: library, now: now)).map { group in
            StationCollection(title: group.title, items: group.places.map(library.item), count: group.count)
        }
    }

    /// Returns the collections of a query with station numbers only. This is faster if thousands of stations are found
    /// and few are shown.
    /// - Parameters:
    ///   - query: words, conditions, order and grouping.
    ///   - now: the time against which conditions such as `played<7` are evaluated.
    package func numbers(_ query: StationQuery, now: MediaTime = .now) -> [(title: String, numbers: [Int])] {
        let context = StationFilter.Context(library: library, now: now)
        guard let grouping = query.grouping else {
            let numbers = places(query, context).prefix(query.maximum).map { $0 + 1 }
            return numbers.isEmpty ? [] : [("", numbers)]
        }
        return groups(query, grouping, context).map { ($0.title, $0.places.map { $0 + 1 }) }
    }

    private func groups(
        _ query: StationQuery, _ grouping: StationGrouping, _ context: StationFilter.Context
    ) -> [(title: String, places: [Int], count: Int)] {
        var groups = CollectionBuilder(grouping, limit: query.maximum, library, index)
        for place in places(query, context) { groups.add(place) }
        return groups.collections
    }

    /// Returns the indices of the selected stations in the library, in the query's order.
    private func places(_ query: StationQuery, _ context: StationFilter.Context) -> [Int] {
        let words = WordMatch(query.words, in: index)
        let filters = query.predicates.map(StationFilter.init)
        var found: [(place: Int, rank: Int)] = []
        index.each(0..<index.count) { place, folded in
            guard let rank = words.isEmpty ? 0 : words.rank(folded),
                filters.allSatisfy({ $0.holds(folded, at: place, context) })
            else { return }
            found.append((place, rank))
        }
        if query.sort.isEmpty {
            if !words.isEmpty { found.sort { ($0.rank, $0.place) < ($1.rank, $1.place) } }
            return found.map(\.place)
        }
        return StationOrder(query.sort).sorted(found.map(\.place), index, context)
    }
}
