import RadioFormats

/// Encoded members: `title`, `items` and `count`. `StationLibrary.updated(_:)` updates a decoded collection.
extension StationCollection: Codable {
    /// Maximum number of encoded items; decoding fails if there are more.
    public static let maximumItems = 100_000

    private enum CodingKeys: String, CodingKey {
        case title, items, count
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.text(.title) ?? ""
        items = try values.list(LibraryItem.self, .items, maximum: Self.maximumItems)
        count = max(try values.number(.count, in: 0...Int64.max).map(Int.init) ?? 0, items.count)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(title, forKey: .title)
        try values.encode(items, forKey: .items)
        try values.encode(count, forKey: .count)
    }
}
