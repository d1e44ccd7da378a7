/// A listener's list of stations: one that is put together by hand, or one that a query answers anew each time.
public struct StationPlaylist: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// In the listener's order; a station may be there twice. Each keeps its name and address, so that it is heard even
        /// when no list has it any more.
        case stations([ListenerRecord])
        /// In the form of ``StationQuery/text``.
        case query(String)
    }

    public var name: String
    public var content: Content

    /// More stations are not kept in one.
    public static let maximumStations = 10_000
    /// Longer names are cut.
    public static let maximumNameLength = 200

    public init(name: String, content: Content) {
        self.name = name
        self.content = content
    }
}
