import RadioFormats

/// What a ``StationChecker`` found of a station: all of its addresses.
package struct StationHealth: Hashable, Sendable {
    package var station: Station
    /// In the order of the station's; nil where one was not looked at, or not to the end.
    package var addresses: [AddressHealth?]
    /// An address that the station does not have, and that plays; found elsewhere where none of its own does.
    package var found: AddressHealth?

    package init(_ station: Station, addresses: [AddressHealth?]? = nil) {
        self.station = station
        self.addresses = addresses ?? Array(repeating: nil, count: station.urls.count)
    }

    /// All addresses were looked at.
    package var isComplete: Bool { !addresses.contains { $0 == nil } }

    /// The first address that plays.
    package var playing: AddressHealth? { addresses.lazy.compactMap(\.self).first { $0.isAlive } }

    /// One of its addresses plays.
    package var isAlive: Bool { playing != nil }

    /// Addresses that were looked at and do not play.
    package var dead: [AddressHealth] { addresses.compactMap { $0.flatMap { $0.isAlive ? nil : $0 } } }

    /// Addresses that play, and stand for another one from now on.
    package var moved: [(old: String, new: String)] {
        addresses.compactMap { address in
            guard let address, address.isAlive, let new = address.redirects.permanentURL else { return nil }
            return (address.url, new)
        }
    }
}
