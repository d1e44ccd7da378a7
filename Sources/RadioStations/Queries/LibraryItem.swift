import RadioFormats

/// A station of a library, with its place in it and what the listener has of it.
public struct LibraryItem: Hashable, Sendable {
    /// From 1: what a listener may type as a number.
    public var number: Int
    /// The id of its list, or else one made of its address: `Station.persistentID`.
    public var id: String
    /// The id under which the listener's properties are kept. It differs from ``id`` where the station was known by another
    /// one when they were written, as after an edit of its list.
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

    /// A station that no list of the listener has.
    package init(found station: Station) {
        self.init(
            number: 0, id: station.persistentID, recordID: station.persistentID, station: station,
            user: UserProperties())
    }
}
