import RadioFormats

/// Encoded members: `name`, and either `query` or `stations`.
extension StationPlaylist: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, query, stations
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let query = try values.text(.query)
        self.init(
            name: try values.text(.name) ?? "",
            content: try query.map(Content.query)
                ?? .stations(values.list(ListenerRecord.self, .stations, maximum: Self.maximumStations)))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        switch content {
        case .query(let text): try values.encode(text, forKey: .query)
        case .stations(let records): try values.encode(records, forKey: .stations)
        }
    }
}

/// Encoded members: `id`, `name`, `url`, and `properties` if there are any.
extension ListenerRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, url, properties
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = try values.text(.id) else { throw values.refusal("The id is missing.", .id) }
        self.init(
            id: id, name: try values.text(.name) ?? "", url: try values.text(.url) ?? "",
            properties: try values.decodeIfPresent(UserProperties.self, forKey: .properties) ?? UserProperties())
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encode(url, forKey: .url)
        if !properties.isEmpty { try values.encode(properties, forKey: .properties) }
    }
}
