import RadioFormats

/// The findings of a ``StationChecker`` about all addresses of a station.
package struct StationHealth: Hashable, Sendable {
    package var station: Station
    /// The findings in the order of the station's addresses. Nil for an address whose check did not finish.
    package var addresses: [AddressHealth?]
    /// An address that plays and that ``StationRecovery`` found, because none of the station's own addresses plays.
    package var found: AddressHealth?

    package init(_ station: Station, addresses: [AddressHealth?]? = nil) {
        self.station = station
        self.addresses = addresses ?? Array(repeating: nil, count: station.urls.count)
    }

    /// Whether all addresses were checked.
    package var isComplete: Bool { !addresses.contains { $0 == nil } }

    /// The first address that plays.
    package var playing: AddressHealth? { addresses.lazy.compactMap(\.self).first { $0.isAlive } }

    /// Whether one of the addresses plays.
    package var isAlive: Bool { playing != nil }

    /// The addresses that were checked and do not play.
    package var dead: [AddressHealth] { addresses.compactMap { $0.flatMap { $0.isAlive ? nil : $0 } } }

    /// The addresses that play behind permanent redirects, with the addresses that replace them.
    package var moved: [(old: String, new: String)] {
        addresses.compactMap { address in
            guard let address, address.isAlive, let new = address.redirects.permanentURL else { return nil }
            return (address.url, new)
        }
    }
}
