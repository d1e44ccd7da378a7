import RadioFormats

/// What a listener has of a station, kept apart from the lists that name it.
public struct UserProperties: Hashable, Sendable {
    public var isFavourite: Bool
    /// 1 to 5; nil where none was given.
    public var rating: Int?
    /// How often it was begun and then heard.
    public var playCount: Int
    /// When it was heard last: since 1970-01-01T00:00:00Z, to the millisecond.
    public var lastPlayed: MediaTime?
    /// How long it was heard in all.
    public var heard: Duration
    /// What is added to its loudness, in decibels; nil where it is not known.
    public var gain: Double?
    /// Texts that programs keep of the station for themselves. A key begins with the program's name:
    /// `org.example.app.colour`. Longwave does not look at them.
    public var metadata: [String: String]

    public static let ratings = 1...5
    /// Decibels that a station can be made louder or softer.
    public static let gains = -30.0...30.0
    /// Keys of one station. Of more keys the first in their order are kept.
    public static let maximumMetadataCount = 64
    /// UTF-8 bytes; a longer key is not kept.
    public static let maximumMetadataKeyBytes = 128
    /// UTF-8 bytes; a longer value is not kept.
    public static let maximumMetadataValueBytes = 4096

    public init(
        isFavourite: Bool = false, rating: Int? = nil, playCount: Int = 0, lastPlayed: MediaTime? = nil,
        heard: Duration = .zero, gain: Double? = nil, metadata: [String: String] = [:]
    ) {
        self.isFavourite = isFavourite
        self.rating = rating
        self.playCount = playCount
        self.lastPlayed = lastPlayed
        self.heard = heard
        self.gain = gain
        self.metadata = metadata
    }

    /// Nothing is known of it.
    public var isEmpty: Bool { self == UserProperties() }

    /// Whether metadata of this name and value is kept, where there is room.
    package static func canKeep(_ value: String, forKey key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= maximumMetadataKeyBytes && value.utf8.count <= maximumMetadataValueBytes
    }

    /// What is beyond its range becomes the nearest; a rating below 1 is none.
    mutating func limit() {
        if let given = rating { rating = given < Self.ratings.lowerBound ? nil : min(given, Self.ratings.upperBound) }
        if let given = gain {
            gain = given.isFinite ? min(max(given, Self.gains.lowerBound), Self.gains.upperBound) : nil
        }
        playCount = min(max(playCount, 0), Int(Int32.max))
        lastPlayed = lastPlayed.flatMap { $0.isNumeric ? MediaTime(milliseconds: $0.milliseconds) : nil }
        heard = .milliseconds(heardMilliseconds)
        metadata = metadata.filter { Self.canKeep($0.value, forKey: $0.key) }
        if metadata.count > Self.maximumMetadataCount {
            let kept = metadata.sorted { $0.key < $1.key }.prefix(Self.maximumMetadataCount)
            metadata = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
    }

    var heardMilliseconds: Int64 {
        Int64(exactly: (max(heard, .zero) / .milliseconds(1)).rounded(.down)) ?? .max
    }
}
