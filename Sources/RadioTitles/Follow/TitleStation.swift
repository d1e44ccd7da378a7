import RadioFormats

/// A station whose titles are followed.
public struct TitleStation: Hashable, Sendable {
    /// Names it in the log and the database, from one run to the next: the list's id, else the first address.
    public var id: String
    public var station: Station

    public init(_ station: Station) {
        self.station = station
        id = station.id ?? station.urls.first ?? station.name
    }

    /// What rules may call it.
    var names: [String] { [id, station.name] }
}
