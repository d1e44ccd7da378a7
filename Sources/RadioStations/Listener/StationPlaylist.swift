/// A listener's list of stations: one that is put together by hand, or one that a query answers anew each time.
package struct StationPlaylist: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// In the listener's order; a station may be there twice. Each keeps its name and address, so that it is heard even
        /// when no list has it any more.
        case stations([ListenerRecord])
        /// In the form of ``StationQuery/text``.
        case query(String)
    }

    package var name: String
    package var content: Content

    /// More stations are not kept in one.
    package static let maximumStations = 10_000
    /// Longer names are cut.
    package static let maximumNameLength = 200

    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }
}
