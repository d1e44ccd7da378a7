import RadioFormats

/// Encoded members: `isFavourite`, `rating`, `playCount`, `lastPlayed` (milliseconds since 1970-01-01T00:00:00Z),
/// `heard` (milliseconds), `gain` (decibels) and `metadata`. A property without a value is left out.
extension UserProperties: Codable {
    private enum CodingKeys: String, CodingKey {
        case isFavourite, rating, playCount, lastPlayed, heard, gain, metadata
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            isFavourite: try values.decodeIfPresent(Bool.self, forKey: .isFavourite) ?? false,
            rating: try values.decodeIfPresent(Int.self, forKey: .rating),
            playCount: try values.decodeIfPresent(Int.self, forKey: .playCount) ?? 0,
            lastPlayed: try values.decodeIfPresent(Int64.self, forKey: .lastPlayed).map(MediaTime.init(milliseconds:)),
            heard: .milliseconds(try values.decodeIfPresent(Int64.self, forKey: .heard) ?? 0),
            gain: try values.decodeIfPresent(Double.self, forKey: .gain), metadata: try values.namedTexts(.metadata))
        limit()
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if isFavourite { try values.encode(true, forKey: .isFavourite) }
        try values.encodeIfPresent(rating, forKey: .rating)
        if playCount > 0 { try values.encode(playCount, forKey: .playCount) }
        try values.encodeIfPresent(lastPlayed?.milliseconds, forKey: .lastPlayed)
        if heard > .zero { try values.encode(heardMilliseconds, forKey: .heard) }
        try values.encodeIfPresent(gain, forKey: .gain)
        if !metadata.isEmpty { try values.encode(metadata, forKey: .metadata) }
    }
}
