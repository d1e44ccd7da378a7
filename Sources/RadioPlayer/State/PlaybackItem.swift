import RadioFormats

/// One thing to play: a station, an address or a file.
public struct PlaybackItem: Hashable, Sendable {
    /// Whether an item can be played.
    public enum Status: Hashable, Sendable {
        /// No sound of the item was received and decoded yet.
        case unknown
        /// Sound of the item was received and can be decoded.
        case ready
        case failed(PlaybackError)
    }

    public var station: Station

    /// The address of the station to try first, such as the one that worked last time; nil to begin with the station's
    /// first address. Ignored if it is not among the station's addresses.
    public var preferredURL: String?

    /// The addresses that a search in a station directory has found, because none of the station's own addresses
    /// worked.
    public internal(set) var foundURLs: [String] = []

    /// All addresses to try, in this order.
    public var urls: [String] { foundURLs.isEmpty ? station.urls : station.urls + foundURLs }

    public init(_ station: Station) { self.station = station }

    /// Makes an item of an address or path that is in no station list.
    public init(url: String) { station = Station(name: url, urls: [url]) }
}
