import RadioFormats

/// Encoded members: `words`, `predicates`, `sort`, `grouping` and `limit`; unused members are left out. ``text`` is
/// another form of the query: one readable line.
extension StationQuery: Codable {
    private enum CodingKeys: String, CodingKey {
        case words, predicates, sort, grouping, limit
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            words: try values.text(.words) ?? "",
            predicates: try values.list(StationPredicate.self, .predicates, maximum: ArchiveLimit.items),
            sort: try values.list(StationSort.self, .sort, maximum: ArchiveLimit.items),
            grouping: try values.decodeIfPresent(StationGrouping.self, forKey: .grouping),
            limit: try values.number(.limit, in: 1...Int64.max).map(Int.init))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        if !words.isEmpty { try values.encode(words, forKey: .words) }
        if !predicates.isEmpty { try values.encode(predicates, forKey: .predicates) }
        if !sort.isEmpty { try values.encode(sort, forKey: .sort) }
        try values.encodeIfPresent(grouping, forKey: .grouping)
        try values.encodeIfPresent(limit, forKey: .limit)
    }
}

/// Encoded members: `property`, and `isDescending`, which may be missing for the usual order.
extension StationSort: Codable {
    private enum CodingKeys: String, CodingKey {
        case property, isDescending
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode(StationProperty.self, forKey: .property),
            isDescending: try values.decodeIfPresent(Bool.self, forKey: .isDescending))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(property, forKey: .property)
        try values.encode(isDescending, forKey: .isDescending)
    }
}
