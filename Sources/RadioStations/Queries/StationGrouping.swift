/// The property by which stations are gathered. A station with several tags or languages is in several collections.
public enum StationGrouping: String, Hashable, Sendable, CaseIterable {
    case country, language, tag, codec
    /// The first letter of the folded name; digits and other characters together as `#`.
    case firstLetter = "letter"
    case rating, favourite
    /// The list that a station comes from, in the order of the lists.
    case source
}
