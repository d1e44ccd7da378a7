import RadioFormats
import RadioJSON
import RadioText

/// A property of a station in a list. The raw value is the member's name in a station file (docs/CLI.md).
package enum StationField: String, Hashable, Sendable, CaseIterable {
    case name
    /// The first address.
    case url = "streamURL"
    /// The addresses after the first.
    case furtherURLs = "urls"
    case id
    case homepage = "website"
    case artworkURL = "imageURL"
    case summary = "desc"
    case longDescription = "longDesc"
    case codec
    /// The bit rate in kbit/s, possibly with a fraction.
    case bitRate = "bitrate"
    case language
    case country
    case tags
    case charset
    case headers
    case headerHosts
    case directoryID = "stationuuid"

    /// The field's name in messages for the listener.
    package var displayName: String {
        switch self {
        case .name: "name"
        case .url: "address"
        case .furtherURLs: "further addresses"
        case .id: "id"
        case .homepage: "homepage"
        case .artworkURL: "artwork"
        case .summary: "description"
        case .longDescription: "long description"
        case .codec: "codec"
        case .bitRate: "bit rate"
        case .language: "language"
        case .country: "country"
        case .tags: "tags"
        case .charset: "charset"
        case .headers: "request headers"
        case .headerHosts: "hosts of the request headers"
        case .directoryID: "directory id"
        }
    }

    /// Returns the station's value for the field, as stored in a station file; nil if there is none.
    package func value(of station: Station) -> JSONNode? {
        func texts(_ texts: some Sequence<String>) -> JSONNode? {
            let nodes = texts.map { JSONNode.string($0) }
            return nodes.isEmpty ? nil : .array(nodes)
        }
        func text(_ text: String?) -> JSONNode? { text.map { .string($0) } }
        switch self {
        case .name: return .string(station.name)
        case .url: return text(station.urls.first)
        case .furtherURLs: return texts(station.urls.dropFirst())
        case .id: return text(station.id)
        case .homepage: return text(station.homepage)
        case .artworkURL: return text(station.artworkURL)
        case .summary: return text(station.summary)
        case .longDescription: return text(station.longDescription)
        case .codec: return text(station.codec)
        case .bitRate: return station.bitRate.map { .number(Double($0) / 1000) }
        case .language: return text(station.language)
        case .country: return text(station.country)
        case .tags: return texts(station.tags)
        case .charset: return text(station.charset)
        case .headers:
            guard !station.headers.isEmpty else { return nil }
            return .object(
                station.headers.sorted { $0.key < $1.key }.map {
                    JSONNode.Member(name: $0.key, value: .string($0.value))
                })
        case .headerHosts: return texts(station.headerHosts)
        case .directoryID: return text(station.directoryID)
        }
    }

    /// Copies the field's value from the station `other` to `station`. If the field is an address, the addresses of
    /// both are merged, those of `other` first.
    func copy(from other: Station, to station: inout Station) {
        switch self {
        case .name: station.name = other.name
        case .url, .furtherURLs: station.urls = other.urls + station.urls.filter { !other.urls.contains($0) }
        case .id: station.id = other.id
        case .homepage: station.homepage = other.homepage
        case .artworkURL: station.artworkURL = other.artworkURL
        case .summary: station.summary = other.summary
        case .longDescription: station.longDescription = other.longDescription
        case .codec: station.codec = other.codec
        case .bitRate: station.bitRate = other.bitRate
        case .language: station.language = other.language
        case .country: station.country = other.country
        case .tags: station.tags = other.tags
        case .charset: station.charset = other.charset
        case .headers: station.headers = other.headers
        case .headerHosts: station.headerHosts = other.headerHosts
        case .directoryID: station.directoryID = other.directoryID
        }
    }
}
