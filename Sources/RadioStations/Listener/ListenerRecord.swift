/// What the listener has of one station, as it is kept: with enough of the station to find it again after its list was edited.
public struct ListenerRecord: Hashable, Sendable {
    /// The station's `persistentID` when the record was written first.
    public var id: String
    public var name: String
    /// Its first address.
    public var url: String
    public var properties: UserProperties

    public init(id: String, name: String, url: String, properties: UserProperties = UserProperties()) {
        self.id = id
        self.name = name
        self.url = url
        self.properties = properties
    }

    /// What the listener has of a station, under the id where it is kept.
    public init(_ item: LibraryItem) {
        self.init(
            id: item.recordID, name: item.station.name, url: item.station.urls.first ?? "", properties: item.user)
    }

    /// A station of a playlist, under the id that its list has now.
    public init(entry item: LibraryItem) {
        self.init(id: item.id, name: item.station.name, url: item.station.urls.first ?? "")
    }
}
