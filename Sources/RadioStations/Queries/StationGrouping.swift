/// The property by which stations are grouped into collections. A station with several tags or languages is in several
/// collections.
public enum StationGrouping: String, Hashable, Sendable, CaseIterable {
    case country, language, tag, codec
    /// The first letter of the folded name. Names that begin with a digit or another character are grouped as `#`.
    case firstLetter = "letter"
    case rating, favourite
    /// The list that contains the station. Collections are in the order of the lists.
    case source
}
