/// A listener's list of stations: made by hand, or made by a query each time it is used.
package struct StationPlaylist: Hashable, Sendable {
    /// The stations of a playlist, or the query that selects them.
    package enum Content: Hashable, Sendable {
        /// Stations in the listener's order; a station may occur twice. Name and address are stored with each station,
        /// so that it can be played even if no list contains it any more.
        case stations([ListenerRecord])
        /// A query in the form of ``StationQuery/text``.
        case query(String)
    }

    package var name: String
    package var content: Content

    /// Maximum number of stations in a playlist; more are not stored.
    package static let maximumStations = 10_000
    /// Maximum number of characters in a name; a longer name is cut.
    package static let maximumNameLength = 200

    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }
}
