import RadioFormats

/// What a ``StationChecker`` found of a station: all of its addresses.
public struct StationHealth: Hashable, Sendable {
    public var station: Station
    /// In the order of the station's; nil where one was not looked at, or not to the end.
    public var addresses: [AddressHealth?]
    /// An address that the station does not have, and that plays; found elsewhere where none of its own does.
    public var found: AddressHealth?

    public init(_ station: Station, addresses: [AddressHealth?]? = nil) {
        self.station = station
        self.addresses = addresses ?? Array(repeating: nil, count: station.urls.count)
    }

    /// All addresses were looked at.
    public var isComplete: Bool { !addresses.contains { $0 == nil } }

    /// The first address that plays.
    public var playing: AddressHealth? { addresses.lazy.compactMap(\.self).first { $0.isAlive } }

    /// One of its addresses plays.
    public var isAlive: Bool { playing != nil }

    /// Addresses that were looked at and do not play.
    public var dead: [AddressHealth] { addresses.compactMap { $0.flatMap { $0.isAlive ? nil : $0 } } }

    /// Addresses that play, and stand for another one from now on.
    public var moved: [(old: String, new: String)] {
        addresses.compactMap { address in
            guard let address, address.isAlive, let new = address.redirects.permanentURL else { return nil }
            return (address.url, new)
        }
    }
}
