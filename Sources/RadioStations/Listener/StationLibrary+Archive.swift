import RadioFormats

/// Updates stations and collections that a `Codable` decoder created. Stations are found by their persistent ids.
extension StationLibrary {
    /// Returns the station with this persistent id, with the listener's properties.
    public func item(id: String) -> LibraryItem? { places(ofIDs: [id])[id].map(item) }

    /// Returns the stations `items` in this library's current state. A station that the library no longer has is
    /// unchanged, except that its number is 0.
    public func updated(_ items: [LibraryItem]) -> [LibraryItem] {
        let places = places(ofIDs: Set(items.flatMap { [$0.id, $0.recordID] }))
        return items.map { old in
            if let place = places[old.id] ?? places[old.recordID] { return item(at: place) }
            var gone = old
            gone.number = 0
            return gone
        }
    }

    /// Returns the collection with its stations in this library's current state. The query that made the collection is
    /// not run again.
    public func updated(_ collection: StationCollection) -> StationCollection {
        var new = collection
        new.items = updated(collection.items)
        return new
    }

    /// Returns the stations in this library's current state. A station that the library no longer has is unchanged.
    package func updated(_ stations: [Station]) -> [Station] {
        let ids = stations.map(\.persistentID)
        let places = places(ofIDs: Set(ids))
        return zip(stations, ids).map { old, id in places[id].map { self.stations[$0] } ?? old }
    }

    /// Returns the indices of stations in ``stations``, by id. If an id is one station's current id and another
    /// station's former id, the station with the current id is returned.
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
