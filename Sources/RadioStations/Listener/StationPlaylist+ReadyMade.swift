import RadioFormats
import RadioStorage

extension StationPlaylist {
    /// Playlists that every listener has. The listener's own playlist of the same name replaces a ready-made one.
    package static let readyMade: [StationPlaylist] = [
        StationPlaylist(name: "favourites", content: .query(StationQuery.favourites.text)),
        StationPlaylist(name: "most-played", content: .query(StationQuery.mostPlayed.text)),
        StationPlaylist(name: "recently-played", content: .query(StationQuery.recentlyPlayed.text)),
        StationPlaylist(name: "never-played", content: .query(StationQuery.neverPlayed.text)),
        StationPlaylist(name: "best-rated", content: .query(StationQuery.bestRated.text)),
    ]

    /// Returns the listener's playlists, followed by the ready-made playlists. A ready-made playlist is left out if the
    /// listener has one with the same name.
    package static func all(in store: ListenerStore?) throws(StorageError) -> [StationPlaylist] {
        let own = try store?.playlists() ?? []
        return own + readyMade.filter { made in !own.contains { $0.name == made.name } }
    }
}

extension LibrarySearch {
    /// Returns the stations of a playlist, in its order.
    ///
    /// If no list contains a station of a handmade playlist any more, the station is returned with its stored name and
    /// address, and with number 0.
    /// - Parameters:
    ///   - playlist: a playlist of the listener, or a ready-made playlist.
    ///   - now: the time against which conditions such as `played<7` are evaluated.
    /// - Throws: ``StationQueryError`` if the stored query cannot be read.
    package func items(
        of playlist: StationPlaylist, now: MediaTime = .now
    ) throws(StationQueryError) -> [LibraryItem] {
        switch playlist.content {
        case .query(let text): return items(try StationQuery(text: text), now: now)
        case .stations(let records):
            let places = library.places(ofIDs: Set(records.map(\.id)))
            return records.map { record in
                if let place = places[record.id] { return library.item(at: place) }
                let station = Station(name: record.name, urls: [record.url])
                return LibraryItem(
                    number: 0, id: record.id, recordID: record.id, station: station, user: record.properties)
            }
        }
    }
}
