import RadioFormats

/// One thing to play: a station, an address or a file.
public struct PlaybackItem: Hashable, Sendable {
    public var station: Station

    /// The address of the station to begin with: the one that worked last time. One that the station does not have is
    /// as good as none.
    public var preferredURL: String?

    public init(_ station: Station) { self.station = station }

    /// An address or path that is in no list.
    public init(url: String) { station = Station(name: url, urls: [url]) }
}
