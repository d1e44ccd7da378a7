/// Encodes each property under its own name, unless the property is nil or empty.
///
/// Decoding refuses a text of more than 64 KiB and a list of more than 1,024 elements.
extension Station: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, urls, id, homepage, artworkURL, summary, longDescription, codec, language, country, tags, charset
        case headers, headerHosts, bitRate, directoryID
    }

    /// Valid bit rates in bits per second.
    private static let bitRates: ClosedRange<Int64> = 0...1_000_000_000

    /// Decodes a station. Throws if the name is missing, and drops request headers that contain control characters.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = try values.text(.name) else { throw values.refusal("The name is missing.", .name) }
        self.init(
            name: name, urls: try values.texts(.urls), id: try values.text(.id), homepage: try values.text(.homepage),
            artworkURL: try values.text(.artworkURL), summary: try values.text(.summary),
            longDescription: try values.text(.longDescription), codec: try values.text(.codec),
            language: try values.text(.language), country: try values.text(.country), tags: try values.texts(.tags),
            charset: try values.text(.charset), headers: try values.namedTexts(.headers),
            headerHosts: try values.texts(.headerHosts),
            bitRate: try values.number(.bitRate, in: Self.bitRates).map(Int.init),
            directoryID: try values.text(.directoryID))
        // Drops headers with control characters, because a line break in a header's value would add another header to
        // requests.
        headers = headers.filter { !($0.key + $0.value).utf8.contains { $0 < 0x20 } }
    }

    /// Encodes the name, the addresses, and every other property that has a value.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(urls, forKey: .urls)
        try values.encodeIfPresent(id, forKey: .id)
        try values.encodeIfPresent(homepage, forKey: .homepage)
        try values.encodeIfPresent(artworkURL, forKey: .artworkURL)
        try values.encodeIfPresent(summary, forKey: .summary)
        try values.encodeIfPresent(longDescription, forKey: .longDescription)
        try values.encodeIfPresent(codec, forKey: .codec)
        try values.encodeIfPresent(language, forKey: .language)
        try values.encodeIfPresent(country, forKey: .country)
        if !tags.isEmpty { try values.encode(tags, forKey: .tags) }
        try values.encodeIfPresent(charset, forKey: .charset)
        if !headers.isEmpty { try values.encode(headers, forKey: .headers) }
        if !headerHosts.isEmpty { try values.encode(headerHosts, forKey: .headerHosts) }
        try values.encodeIfPresent(bitRate, forKey: .bitRate)
        try values.encodeIfPresent(directoryID, forKey: .directoryID)
    }
}
