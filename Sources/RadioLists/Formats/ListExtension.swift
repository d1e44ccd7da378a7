/// Names for fields that a format has no place for. They are written as Longwave's own metadata.
enum ListExtension {
    /// Prefix of a field's name in `meta` of an XSPF track.
    static let xspf = "urn:x-longwave:"
    /// Prefix of a field's name in `param` of an ASX entry.
    static let asx = "x-longwave-"
    /// Prefix of a field's name in an attribute of an OPML outline.
    static let opml = "longwave"
    /// XML namespace that the prefix ``opml`` stands for.
    static let opmlNamespace = "urn:x-longwave"

    /// The fields that are written as Longwave's own metadata.
    static let fields: [StationField] = [
        .id, .longDescription, .codec, .bitRate, .language, .country, .tags, .charset, .directoryID,
    ]

    /// Returns the field of that name, ignoring case.
    static func field(_ name: some StringProtocol) -> StationField? {
        let name = name.lowercased()
        return fields.first { $0.rawValue.lowercased() == name }
    }
}
