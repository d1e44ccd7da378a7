/// What stations are gathered by. A station with several tags or languages is in several collections.
public enum StationGrouping: String, Hashable, Sendable, CaseIterable {
    case country, language, tag, codec
    /// Of the folded name; digits and everything else together as `#`.
    case firstLetter = "letter"
    case rating, favourite
    /// By the list that a station comes from, in the order of the lists.
    case source
}
