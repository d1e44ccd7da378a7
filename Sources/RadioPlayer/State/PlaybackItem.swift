import RadioFormats

/// One thing to play: a station, an address or a file.
public struct PlaybackItem: Hashable, Sendable {
    public var station: Station

    public init(_ station: Station) { self.station = station }

    /// An address or path that is in no list.
    public init(url: String) { station = Station(name: url, urls: [url]) }
}
