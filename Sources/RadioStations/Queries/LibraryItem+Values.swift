import RadioFormats

extension LibraryItem {
    /// All values of a property, in the list's order; none where nothing is known of it. Units are those of
    /// ``StationProperty``.
    public func values(for property: StationProperty) -> [StationPredicate.Value] {
        switch property.kind {
        case .text: property.texts(of: station).map { .text($0) }
        case .number:
            property.number(of: station, user, now: .now).map { [.number($0)] } ?? []
        case .flag: [.flag(user.isFavourite)]
        }
    }

    /// The first value of a property; nil where nothing is known of it.
    public func value(for property: StationProperty) -> StationPredicate.Value? { values(for: property).first }

    /// All properties of which something is known, with their values.
    public var properties: [(property: StationProperty, values: [StationPredicate.Value])] {
        StationProperty.allCases.map { ($0, values(for: $0)) }.filter { !$0.values.isEmpty }
    }
}

extension StationLibrary {
    /// All stations, in the list's order.
    public var items: [LibraryItem] { stations.indices.map(item) }

    /// The stations that a query describes, in its order. Of a library of tens of thousands that is asked again and again
    /// keep one ``LibrarySearch``.
    public func items(_ query: StationQuery) -> [LibraryItem] {
        LibrarySearch(self).items(query)
    }

    /// The same in the groups of the query.
    public func collections(_ query: StationQuery) -> [StationCollection] {
        LibrarySearch(self).collections(query)
    }
}
