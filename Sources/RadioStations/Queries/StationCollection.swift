import RadioFormats

/// Stations that have something in common, as a query groups them.
public struct StationCollection: Hashable, Sendable {
    /// What the stations have in common, as readable text, such as a country's name; empty for stations that lack the
    /// property.
    public var title: String
    /// Stations in the order of the query, at most as many as the query's limit.
    public var items: [LibraryItem]
    /// Number of stations in the collection, including those beyond the query's limit, which are not in ``items``.
    public var count: Int

    /// The station that represents the collection. Favourites come first, then the rating decides, then the number of
    /// plays, then whether the station has a picture, then the order of ``items``.
    public var representative: LibraryItem? {
        func rank(_ item: LibraryItem) -> (Int, Int, Int, Int) {
            (
                item.user.isFavourite ? 1 : 0, item.user.rating ?? 0, item.user.playCount,
                item.station.artworkURL == nil ? 0 : 1
            )
        }
        // Of stations with the same rank, the first one represents the collection.
        return items.reduce(nil as LibraryItem?) { best, item in
            guard let best else { return item }
            return rank(best) < rank(item) ? item : best
        }
    }
}

extension StationCollection: CustomStringConvertible {
    public var description: String { "\(title): \(count.counted("station"))" }
}
