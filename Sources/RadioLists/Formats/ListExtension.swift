/// How lists of others carry the fields that their formats have no place for: as metadata of Longwave's own, where the
/// format allows for any.
enum ListExtension {
    /// XSPF's `meta` of a track, ASX's `param` of an entry: the field's name in a station file follows.
    static let xspf = "urn:x-longwave:"
    static let asx = "x-longwave-"
    /// The prefix of attributes in OPML, and the namespace that it stands for.
    static let opml = "longwave"
    static let opmlNamespace = "urn:x-longwave"

    static let fields: [StationField] = [
        .id, .longDescription, .codec, .bitRate, .language, .country, .tags, .charset, .directoryID,
    ]

    /// The field of that name, which may be in small letters.
    static func field(_ name: some StringProtocol) -> StationField? {
        let name = name.lowercased()
        return fields.first { $0.rawValue.lowercased() == name }
    }
}
