import RadioFormats

/// What was archived is brought up to date: stations are found again by their persistent ids.
extension StationLibrary {
    /// The station with this persistent id, with what the listener has of it.
    public func item(id: String) -> LibraryItem? { places(ofIDs: [id])[id].map(item) }

    /// The same stations as this library has them now. One that it does not have any more stays as it is, with
    /// number 0.
    public func updated(_ items: [LibraryItem]) -> [LibraryItem] {
        let places = places(ofIDs: Set(items.flatMap { [$0.id, $0.recordID] }))
        return items.map { old in
            if let place = places[old.id] ?? places[old.recordID] { return item(at: place) }
            var gone = old
            gone.number = 0
            return gone
        }
    }

    /// The same collection with its stations as this library has them now; the query that it came from is not asked
    /// again.
    public func updated(_ collection: StationCollection) -> StationCollection {
        var new = collection
        new.items = updated(collection.items)
        return new
    }

    /// The same stations as this library has them now. One that it does not have any more stays as it is.
    package func updated(_ stations: [Station]) -> [Station] {
        let ids = stations.map(\.persistentID)
        let places = places(ofIDs: Set(ids))
        return zip(stations, ids).map { old, id in places[id].map { self.stations[$0] } ?? old }
    }

    /// Where stations are, by their ids. The list's id counts before one that the station had once.
    package func places(ofIDs wanted: Set<String>) -> [String: Int] {
        var places: [String: Int] = [:]
        for place in stations.indices {
            let (id, kept) = (stations[place].persistentID, recordID(at: place))
            if wanted.contains(id) { places[id] = place }
            if kept != id, wanted.contains(kept), places[kept] == nil { places[kept] = place }
        }
        return places
    }
}
