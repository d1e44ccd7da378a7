import Longwave

/// What `probe` looks at: an address, and what the list says of the station that has it.
struct ProbeTarget: Hashable {
    var url: String
    /// Nil where no list knows the address.
    var station: Station?

    /// - Parameters:
    ///   - argument: an address, or a station of the list as `play` takes it.
    ///   - library: where the station is looked up. An address needs none, unless a list was named.
    static func find(_ argument: String, in library: LibraryReader) throws(CommandFailure) -> ProbeTarget {
        let answer = try library.answer().forCommand
        guard case .url(let url) = ArgumentKind(argument, isFile: { _ in false }) else {
            return try station(argument, in: answer.get())
        }
        switch answer {
        case .success(let list): return ProbeTarget(url: url, station: list.station(url: url))
        case .failure(let failure):
            guard library.named.isEmpty else { throw failure }
            return ProbeTarget(url: url)
        }
    }

    /// The station's first address; the others are told, and can be looked at by themselves.
    private static func station(
        _ name: String, in library: StationLibrary
    ) throws(CommandFailure) -> ProbeTarget {
        let station = try ProgrammeFinder.item(name, in: library).forCommand.get().station
        guard let url = station.urls.first else {
            throw CommandFailure(code: .notPlayable, sentence: "\(station.name) has no address.")
        }
        return ProbeTarget(url: url, station: station)
    }
}
