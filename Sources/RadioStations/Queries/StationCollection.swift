/// Stations that have something in common, as a query groups them.
public struct StationCollection: Hashable, Sendable {
    /// What they have in common, as it is shown; empty where they have nothing of the kind.
    public var title: String
    /// In the order of the query, and not more than its limit.
    public var items: [LibraryItem]
    /// How many stations there are, also beyond the limit.
    public var count: Int

    /// The one that stands for all: a favourite, then the best rated, the most played, one with a picture, the first.
    public var representative: LibraryItem? {
        func rank(_ item: LibraryItem) -> (Int, Int, Int, Int) {
            (
                item.user.isFavourite ? 1 : 0, item.user.rating ?? 0, item.user.playCount,
                item.station.artworkURL == nil ? 0 : 1
            )
        }
        // The first of equal ones.
        return items.reduce(nil as LibraryItem?) { best, item in
            guard let best else { return item }
            return rank(best) < rank(item) ? item : best
        }
    }
}
