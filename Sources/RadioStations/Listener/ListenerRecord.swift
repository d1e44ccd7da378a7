/// What the listener has of one station, as it is kept: with enough of the station to find it again after its list was edited.
package struct ListenerRecord: Hashable, Sendable {
    /// The station's `persistentID` when the record was written first.
    package var id: String
    package var name: String
    /// Its first address.
    package var url: String
    package var properties: UserProperties

    package init(id: String, name: String, url: String, properties: UserProperties = UserProperties()) {
        self.id = id
        self.name = name
        self.url = url
        self.properties = properties
    }

    /// What the listener has of a station, under the id where it is kept.
    package init(_ item: LibraryItem) {
        self.init(
            id: item.recordID, name: item.station.name, url: item.station.urls.first ?? "", properties: item.user)
    }

    /// A station of a playlist, under the id that its list has now.
    package init(entry item: LibraryItem) {
        self.init(id: item.id, name: item.station.name, url: item.station.urls.first ?? "")
    }
}
