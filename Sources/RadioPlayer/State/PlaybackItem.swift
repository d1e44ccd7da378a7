import RadioFormats

/// One thing to play: a station, an address or a file.
public struct PlaybackItem: Hashable, Sendable {
    /// Whether an item can be played.
    public enum Status: Hashable, Sendable {
        /// It has brought no sound yet.
        case unknown
        /// It brought sound that can be decoded.
        case ready
        case failed(PlaybackError)
    }

    public var station: Station

    /// The address of the station to begin with: the one that worked last time. One that the station does not have is
    /// as good as none.
    public var preferredURL: String?

    /// Addresses that were found elsewhere when none of the station's worked.
    public internal(set) var foundURLs: [String] = []

    /// All that are tried, in this order.
    public var urls: [String] { foundURLs.isEmpty ? station.urls : station.urls + foundURLs }

    public init(_ station: Station) { self.station = station }

    /// An address or path that is in no list.
    public init(url: String) { station = Station(name: url, urls: [url]) }
}
