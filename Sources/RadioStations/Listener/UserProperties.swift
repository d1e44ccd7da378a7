import RadioFormats

/// The listener's own properties of a station, such as favourite and rating, stored apart from the station lists.
public struct UserProperties: Hashable, Sendable {
    public var isFavourite: Bool
    /// The listener's rating, 1 to 5; nil if there is none.
    public var rating: Int?
    /// Number of times that the station was started and then heard.
    public var playCount: Int
    /// When the station was last heard, since 1970-01-01T00:00:00Z, to the millisecond.
    public var lastPlayed: MediaTime?
    /// Total time for which the station was heard.
    public var heard: Duration
    /// Decibels added to the station's loudness; nil if unknown.
    public var gain: Double?
    /// Texts that programs store about the station. A key begins with the program's name, as in
    /// `org.example.app.colour`. Longwave does not read them.
    public var metadata: [String: String]

    public static let ratings = 1...5
    /// Range of ``gain`` in decibels.
    public static let gains = -30.0...30.0
    /// Maximum number of metadata keys per station. If there are more, the alphabetically first ones are kept.
    public static let maximumMetadataCount = 64
    /// Maximum length of a metadata key in UTF-8 bytes; a longer key is not kept.
    public static let maximumMetadataKeyBytes = 128
    /// Maximum length of a metadata value in UTF-8 bytes; a longer value is not kept.
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

    /// True if nothing is stored about the station.
    public var isEmpty: Bool { self == UserProperties() }

    /// Returns whether a metadata key and its value are within the size limits.
    package static func canKeep(_ value: String, forKey key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= maximumMetadataKeyBytes && value.utf8.count <= maximumMetadataValueBytes
    }

    /// Moves values out of range to the nearest valid value. A rating below 1 is removed.
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
