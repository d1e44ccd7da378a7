import RadioFormats

/// The archived form of an item. The keys are `station`, `preferredURL`, and `foundURLs` if it is not empty.
extension PlaybackItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case station, preferredURL, foundURLs
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try values.decode(Station.self, forKey: .station))
        preferredURL = try values.text(.preferredURL)
        foundURLs = try values.texts(.foundURLs)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(station, forKey: .station)
        try values.encodeIfPresent(preferredURL, forKey: .preferredURL)
        if !foundURLs.isEmpty { try values.encode(foundURLs, forKey: .foundURLs) }
    }
}
