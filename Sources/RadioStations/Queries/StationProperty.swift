/// A property by which stations are selected, sorted and grouped. The raw values are the words of the command line and
/// of stored queries (``StationQuery/init(text:)``).
public enum StationProperty: String, Hashable, Sendable, CaseIterable {
    // Properties of the station's list entry.
    case name
    case id
    /// Each of the station's addresses.
    case url
    case homepage
    /// The country's ISO 3166-1 alpha-2 code, in upper or lower case.
    case country
    /// Each of the station's languages; the list separates several with commas.
    case language
    /// Each of the station's tags.
    case tag
    case codec
    /// The bit rate in kilobits per second.
    case bitRate = "bitrate"
    /// The station's short and long description.
    case summary = "description"
    /// The URL of the station's picture.
    case artwork

    // Properties of the listener (``UserProperties``).
    case favourite
    case rating
    case playCount = "plays"
    /// Days since the station was last heard: `played<7` selects stations heard in the last week. As a sort key,
    /// however, a later time counts as greater.
    case lastPlayed = "played"
    /// Total time for which the station was heard, in minutes.
    case heard
    /// The listener's gain for the station, in decibels.
    case gain

    /// The type of a property's values.
    public enum Kind: Hashable, Sendable {
        case text, number, flag
    }

    public var kind: Kind {
        switch self {
        case .name, .id, .url, .homepage, .country, .language, .tag, .codec, .summary, .artwork: .text
        case .bitRate, .rating, .playCount, .lastPlayed, .heard, .gain: .number
        case .favourite: .flag
        }
    }

    /// Returns whether a predicate may use this comparison: texts support equality, contained text and beginning;
    /// numbers support equality, greater than and less than; flags support equality. Every property but `favourite` can
    /// be missing.
    public func canFilter(by comparison: StationPredicate.Comparison) -> Bool {
        switch (kind, comparison) {
        case (_, .isMissing): self != .favourite
        case (.text, .equals(.text)), (.text, .contains), (.text, .beginsWith): true
        case (.number, .equals(.number)), (.number, .greaterThan), (.number, .lessThan): true
        case (.flag, .equals(.flag)): true
        case (_, .isOneOf(let values)): values.allSatisfy { canFilter(by: .equals($0)) }
        case _: false
        }
    }
}
