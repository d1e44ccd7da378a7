import RadioFormats
import RadioPlayer

/// The findings of ``Radio/check(_:timeout:maximumAtOnce:)`` about all addresses of a station.
public struct StationHealth: Hashable, Sendable {
    public var station: Station
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

/// The findings in words.
extension StationHealth: CustomStringConvertible {
    /// The state of a station. Programs get the raw value, for example from `longwave check --json`.
    public enum State: String, Sendable {
        /// The station plays at the address in its list.
        case alive
        /// The station plays, but a temporary redirect leads from its address to the stream.
        case redirected
        /// The station plays, and a permanent redirect replaces its address.
        case moved
        /// None of the station's addresses plays.
        case dead
        /// The check was stopped before all addresses were checked, and none of the checked addresses plays.
        case unchecked
    }

    /// Whether the station plays, and where.
    public var state: State {
        guard let playing else { return isComplete ? .dead : .unchecked }
        if !moved.isEmpty { return .moved }
        return playing.redirects.isRedirected ? .redirected : .alive
    }

    /// The codec's name, such as `HE-AAC`; nil if the station does not play.
    public var codecName: String? { playing?.codecName }
    /// The bit rate in bits per second; nil if it is unknown or the station has several.
    public var bitRate: Int? { playing?.bitRate }
    /// The first title; nil if none arrived during the check.
    public var title: TrackInfo? { playing?.title }

    /// The faults of the station's addresses in one text, or an empty text if there are none. It may contain text from
    /// servers, and an address with a password.
    public var problem: String {
        guard let playing else {
            guard let first = dead.first?.error else { return station.urls.isEmpty ? "It has no address." : "" }
            let more = dead.count - 1
            let others = more == 1 ? "1 more address does" : "\(more) more addresses do"
            return first.sentence + (more > 0 ? " (\(others) not play.)" : "")
        }
        let silent = dead.map { "\($0.url) does not play (\($0.error.map(Self.summary) ?? "no sound"))" }
        return (silent + playing.problems.map(\.description)).joined(separator: "; ")
    }

    private static func summary(_ error: PlaybackError) -> String {
        switch error {
        case .stream(let error): error.summary
        case .undecodable: "cannot be decoded"
        case .givenUp, .output: error.code
        }
    }

    /// The station's state, codec, bit rate and faults in one line: `alive, MP3 128 kbit/s`.
    public var description: String {
        let sound = [codecName, bitRate.map { "\($0 / 1000) kbit/s" }].compactMap(\.self)
        let words = [state.rawValue, sound.joined(separator: " "), problem]
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
