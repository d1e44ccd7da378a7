import RadioFormats

/// Answers queries about one library.
///
/// Creating a search reads every name once. A query then takes milliseconds, even with fifty thousand stations. The
/// search keeps the stations that it was created with.
public struct LibrarySearch: Sendable {
    public private(set) var library: StationLibrary
    private let index: StationIndex

    public init(_ library: StationLibrary) {
        self.library = library
        index = StationIndex(library.stations)
    }

    /// Replaces what the listener has of a station.
    /// - Parameters:
    ///   - user: the new properties.
    ///   - number: the station's ``LibraryItem/number``, from 1; other numbers are ignored.
    public mutating func set(_ user: UserProperties, ofNumber number: Int) { library.set(user, at: number - 1) }

    /// Returns the stations that the query selects, in its order. The grouping is ignored.
    /// - Parameters:
    ///   - query: words, conditions and order.
    ///   - now: the moment from which `played<7` and similar conditions count.
    public func items(_ query: StationQuery, now: MediaTime = .now) -> [LibraryItem] {
        let context = StationFilter.Context(library: library, now: now)
        return places(query, context).prefix(query.maximum).map(library.item)
    }

    /// Returns the stations that the query selects, gathered by its grouping; without one, in one collection with no
    /// title.
    ///
    /// Countries, languages, tags, codecs and letters are ordered by name, ratings from the best, favourites first,
    /// lists in their order. Stations that lack the property come last. A collection has the query's order.
    /// - Parameters:
    ///   - query: words, conditions, order and grouping.
    ///   - now: the moment from which `played<7` and similar conditions count.
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

    /// Returns the collections of a query with station numbers only. Use it if thousands are found and few are shown.
    /// - Parameters:
    ///   - query: words, conditions, order and grouping.
    ///   - now: the moment from which `played<7` and similar conditions count.
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

    /// Returns the places in the list of the selected stations, in the query's order.
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
