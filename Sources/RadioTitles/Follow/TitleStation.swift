import RadioFormats

/// A station whose titles are followed.
package struct TitleStation: Hashable, Sendable {
    /// The station's identity in the log and the database, the same in each run: the id in the station list or, if the
    /// list gives no id, the station's first address.
    package var id: String
    package var station: Station

    package init(_ station: Station) {
        self.station = station
        id = station.id ?? station.urls.first ?? station.name
    }

    /// Returns whether both stations are followed in the same way. Other details of a station, such as tags and bit
    /// rates, are not compared.
    func isFollowed(as other: TitleStation) -> Bool {
        id == other.id && station.name == other.station.name && station.urls == other.station.urls
            && station.headers == other.station.headers
            && station.headerHosts == other.station.headerHosts && station.charset == other.station.charset
    }

    /// The names by which title rules may select the station.
    var names: [String] { [id, station.name] }
}
