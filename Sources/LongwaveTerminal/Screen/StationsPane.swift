import RadioFormats
import RadioStations

/// The stations page, which shows one of the listener's lists of stations at a time. Pure.
package struct StationsPane: Hashable, Sendable {
    /// A list that the page can show: all stations, the favourites, the lately heard ones, or a playlist.
    package struct Source: Hashable, Sendable {
        package var name: String
        package var playlist: StationPlaylist?
    }

    package private(set) var sources = [Source(name: "All"), Source(name: "Favourites"), Source(name: "Lately")]
    /// The index of the shown list in ``sources``.
    package private(set) var source = 0
    package private(set) var grouping: StationGrouping?
    package var list = RowList<StationRow>()
    /// The stations of the shown playlist that are in none of the listener's station lists any more.
    package private(set) var found: [LibraryItem] = []
    /// The number of different stations in the shown list.
    package private(set) var count = 0

    package init() {}

    /// Replaces the stations and the playlists.
    /// - Parameter kept: the row that gets the cursor, if it is among the new rows.
    mutating func use(
        _ search: LibrarySearch, _ playlists: [StationPlaylist], keeping kept: StationRow?, now: MediaTime
    ) {
        let name = sources[source].name
        sources = Array(sources.prefix(3)) + playlists.map { Source(name: $0.name, playlist: $0) }
        source = sources.firstIndex { $0.name == name } ?? 0
        fill(search, keeping: kept, now: now)
    }

    mutating func nextSource(_ step: Int, _ search: LibrarySearch, now: MediaTime) {
        show((source + step + sources.count) % sources.count, search, now: now)
    }

    mutating func show(_ source: Int, _ search: LibrarySearch, now: MediaTime) {
        guard sources.indices.contains(source) else { return }
        self.source = source
        fill(search, keeping: list.current, now: now)
    }

    mutating func nextGrouping(_ search: LibrarySearch, now: MediaTime) {
        grouping = grouping.next
        fill(search, keeping: list.current, now: now)
    }

    /// Fills ``list`` with the stations of the shown source.
    mutating func fill(_ search: LibrarySearch, keeping kept: StationRow?, now: MediaTime) {
        found = []
        let playlist = sources[source].playlist
        if let playlist, case .stations = playlist.content {
            let items = (try? search.items(of: playlist, now: now)) ?? []
            let rows = items.map { item -> StationRow in
                guard item.number == 0 else { return .station(item.number) }
                found.append(item)
                return .found(found.count - 1)
            }
            count = rows.count
            return list.set(rows, keeping: kept)
        }
        var query: StationQuery
        switch (source, playlist?.content) {
        case (_, .query(let text)?): query = (try? StationQuery(text: text)) ?? .all
        case (1, _): query = .favourites
        case (2, _): query = .recentlyPlayed
        case _: query = .all
        }
        if let grouping { query.grouping = grouping }
        let (rows, count) = search.rows(query, now: now)
        self.count = count
        list.set(rows, keeping: kept)
    }
}

extension StationGrouping? {
    private static let all: [StationGrouping?] = [
        nil, .country, .language, .tag, .codec, .firstLetter, .favourite, .rating,
    ]

    /// The grouping that follows this one when the person presses the grouping key; nil means no grouping.
    var next: StationGrouping? {
        let place = Self.all.firstIndex(of: self) ?? -1
        return Self.all[(place + 1) % Self.all.count]
    }
}
