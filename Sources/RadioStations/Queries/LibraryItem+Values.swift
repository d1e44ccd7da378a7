import RadioFormats

extension LibraryItem {
    /// Returns all values of a property, in the order of the station's list entry; empty if none is known. Units are
    /// those of ``StationProperty``.
    public func values(for property: StationProperty) -> [StationPredicate.Value] {
        switch property.kind {
        case .text: property.texts(of: station).map { .text($0) }
        case .number:
            property.number(of: station, user, now: .now).map { [.number($0)] } ?? []
        case .flag: [.flag(user.isFavourite)]
        }
    }

    /// Returns the first value of a property; nil if none is known.
    public func value(for property: StationProperty) -> StationPredicate.Value? { values(for: property).first }

    /// All properties that have a value, with their values.
    public var properties: [(property: StationProperty, values: [StationPredicate.Value])] {
        StationProperty.allCases.map { ($0, values(for: $0)) }.filter { !$0.values.isEmpty }
    }
}

extension StationLibrary {
    /// All stations, in list order.
    public var items: [LibraryItem] { stations.indices.map(item) }

    /// Returns the stations that a query selects, in the query's order.
    ///
    /// To run many queries on a library of tens of thousands of stations, create one ``LibrarySearch`` and keep it.
    public func items(_ query: StationQuery) -> [LibraryItem] {
        LibrarySearch(self).items(query)
    }

    /// Returns the stations that a query selects, grouped into collections by the query's ``StationQuery/grouping``.
    public func collections(_ query: StationQuery) -> [StationCollection] {
        LibrarySearch(self).collections(query)
    }
}
