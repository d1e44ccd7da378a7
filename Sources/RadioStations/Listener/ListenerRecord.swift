/// The stored form of the listener's properties of one station. If the station's list was edited and no station has the
/// record's id any more, the address or the name identifies the station.
package struct ListenerRecord: Hashable, Sendable {
    /// The station's `persistentID` when the record was first written.
    package var id: String
    package var name: String
    /// The station's first address.
    package var url: String
    package var properties: UserProperties

    package init(id: String, name: String, url: String, properties: UserProperties = UserProperties()) {
        self.id = id
        self.name = name
        self.url = url
        self.properties = properties
    }

    /// Creates a record of the listener's properties of a station, with the id under which they are already stored.
    package init(_ item: LibraryItem) {
        self.init(
            id: item.recordID, name: item.station.name, url: item.station.urls.first ?? "", properties: item.user)
    }

    /// Creates a playlist entry for a station, with the station's current id.
    package init(entry item: LibraryItem) {
        self.init(id: item.id, name: item.station.name, url: item.station.urls.first ?? "")
    }
}
