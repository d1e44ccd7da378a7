import RadioFormats

/// Encoded members: `number`, `id`, `station`, `user`, and `recordID` if it differs from `id`. After decoding,
/// `StationLibrary.updated(_:)` replaces missing and outdated values.
extension LibraryItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, id, recordID, station, user
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        station = try values.decode(Station.self, forKey: .station)
        let id = try values.text(.id) ?? station.persistentID
        self.id = id
        recordID = try values.text(.recordID) ?? id
        number = try values.number(.number, in: 0...Int64.max).map(Int.init) ?? 0
        user = try values.decodeIfPresent(UserProperties.self, forKey: .user) ?? UserProperties()
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(id, forKey: .id)
        if recordID != id { try values.encode(recordID, forKey: .recordID) }
        try values.encode(station, forKey: .station)
        if !user.isEmpty { try values.encode(user, forKey: .user) }
    }
}
