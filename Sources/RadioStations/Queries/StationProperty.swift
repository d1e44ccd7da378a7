/// What a station can be asked for, sorted and grouped by. The raw values are the words of the command line and of stored
/// queries (``StationQuery/init(text:)``).
public enum StationProperty: String, Hashable, Sendable, CaseIterable {
    // Of the list.
    case name
    case id
    /// Each of its addresses.
    case url
    case homepage
    /// ISO 3166-1 alpha-2, in any case.
    case country
    /// Each of its languages, where the list has several between commas.
    case language
    /// Each of its tags.
    case tag
    case codec
    /// Kilobits a second.
    case bitRate = "bitrate"
    /// The short and the long description.
    case summary = "description"
    /// The address of its picture.
    case artwork

    // The listener's own (``UserProperties``).
    case favourite
    case rating
    case playCount = "plays"
    /// Days since it was heard last: `played<7` is this week; sorted by the moment.
    case lastPlayed = "played"
    /// Minutes.
    case heard
    /// Decibels.
    case gain

    /// What its values are.
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

    /// Whether a predicate may compare this property so: texts by equality, content and beginning, numbers by equality and
    /// size, flags by equality.
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
