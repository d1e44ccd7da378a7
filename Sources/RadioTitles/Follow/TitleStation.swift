import RadioFormats

/// A station whose titles are followed.
package struct TitleStation: Hashable, Sendable {
    /// Names it in the log and the database, from one run to the next: the list's id, else the first address.
    package var id: String
    package var station: Station

    package init(_ station: Station) {
        self.station = station
        id = station.id ?? station.urls.first ?? station.name
    }

    /// Whether it would be followed in the same way: what else a list says, tags and bit rates, is for people.
    func isFollowed(as other: TitleStation) -> Bool {
        id == other.id && station.name == other.station.name && station.urls == other.station.urls
            && station.headers == other.station.headers
            && station.headerHosts == other.station.headerHosts && station.charset == other.station.charset
    }

    /// What rules may call it.
    var names: [String] { [id, station.name] }
}
