import RadioFormats

/// A station of a library, with its number and the listener's properties.
public struct LibraryItem: Hashable, Sendable {
    /// The station's number in the library, from 1, which a listener may type; 0 if no list contains the station.
    public var number: Int
    /// The station's `persistentID`: the id in its list; without one, an id made from its first address.
    public var id: String
    /// The id under which the listener's properties are stored. It differs from ``id`` if the station had another id
    /// when they were written, for example before its list was edited.
    package var recordID: String
    public var station: Station
    public var user: UserProperties

    package init(number: Int, id: String, recordID: String, station: Station, user: UserProperties) {
        self.number = number
        self.id = id
        self.recordID = recordID
        self.station = station
        self.user = user
    }

    /// Creates an item for a station that none of the listener's lists contains.
    package init(found station: Station) {
        self.init(
            number: 0, id: station.persistentID, recordID: station.persistentID, station: station,
            user: UserProperties())
    }
}

extension LibraryItem: CustomStringConvertible {
    public var description: String { station.description }
}
