/// What a listener has of a station, kept apart from the lists that name it.
public struct UserProperties: Hashable, Sendable {
    public var isFavourite: Bool
    /// 1 to 5; nil where none was given.
    public var rating: Int?
    /// How often it was begun and then heard.
    public var playCount: Int
    /// When it was heard last: milliseconds since 1970-01-01T00:00:00Z.
    public var lastPlayed: Int64?
    /// How long it was heard in all.
    public var heard: Duration
    /// What is added to its loudness, in decibels; nil where it is not known.
    public var gain: Double?

    public static let ratings = 1...5
    /// Decibels that a station can be made louder or softer.
    public static let gains = -30.0...30.0

    public init(
        isFavourite: Bool = false, rating: Int? = nil, playCount: Int = 0, lastPlayed: Int64? = nil,
        heard: Duration = .zero, gain: Double? = nil
    ) {
        self.isFavourite = isFavourite
        self.rating = rating
        self.playCount = playCount
        self.lastPlayed = lastPlayed
        self.heard = heard
        self.gain = gain
    }

    /// Nothing is known of it.
    public var isEmpty: Bool { self == UserProperties() }
}
