import RadioFormats

/// A station of a library, with its number and what the listener has of it.
public struct LibraryItem: Hashable, Sendable {
    /// The station's number in the library, from 1, which a listener may type; 0 if no list has the station.
    public var number: Int
    /// The id in the station's list, or else one made from its address: `Station.persistentID`.
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

    /// Creates an item for a station that no list of the listener has.
    package init(found station: Station) {
        self.init(
            number: 0, id: station.persistentID, recordID: station.persistentID, station: station,
            user: UserProperties())
    }
}
