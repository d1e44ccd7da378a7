import RadioFormats

/// Updates what was archived: finds stations again by their persistent ids.
extension StationLibrary {
    /// Returns the station with this persistent id, with what the listener has of it.
    public func item(id: String) -> LibraryItem? { places(ofIDs: [id])[id].map(item) }

    /// Returns the same stations as this library has them now. A station that the library no longer has is unchanged,
    /// with number 0.
    public func updated(_ items: [LibraryItem]) -> [LibraryItem] {
        let places = places(ofIDs: Set(items.flatMap { [$0.id, $0.recordID] }))
        return items.map { old in
            if let place = places[old.id] ?? places[old.recordID] { return item(at: place) }
            var gone = old
            gone.number = 0
            return gone
        }
    }

    /// Returns the collection with its stations as this library has them now. The query behind the collection is not
    /// repeated.
    public func updated(_ collection: StationCollection) -> StationCollection {
        var new = collection
        new.items = updated(collection.items)
        return new
    }

    /// Returns the same stations as this library has them now. A station that the library no longer has is unchanged.
    package func updated(_ stations: [Station]) -> [Station] {
        let ids = stations.map(\.persistentID)
        let places = places(ofIDs: Set(ids))
        return zip(stations, ids).map { old, id in places[id].map { self.stations[$0] } ?? old }
    }

    /// Returns the places of stations by their ids. The id in the list takes precedence over an id that a station had
    /// before.
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
