/// Names for a station's fields for which XSPF, ASX and OPML have no element or attribute. Longwave writes and reads
/// these fields as metadata of its own.
enum ListExtension {
    /// Prefix of a field's name in `meta` of an XSPF track.
    static let xspf = "urn:x-longwave:"
    /// Prefix of a field's name in `param` of an ASX entry.
    static let asx = "x-longwave-"
    /// Prefix of a field's name in an attribute of an OPML outline.
    static let opml = "longwave"
    /// XML namespace that the prefix ``opml`` stands for.
    static let opmlNamespace = "urn:x-longwave"

    /// The fields that Longwave writes as metadata of its own.
    static let fields: [StationField] = [
        .id, .longDescription, .codec, .bitRate, .language, .country, .tags, .charset, .directoryID,
    ]

    /// Returns the field called `name`, ignoring case; nil for other names. `name` must not contain the prefix.
    static func field(_ name: some StringProtocol) -> StationField? {
        let name = name.lowercased()
        return fields.first { $0.rawValue.lowercased() == name }
    }
}
