import Longwave

/// What `probe` looks at: an address, and what the list says of the station that has it.
struct ProbeTarget: Hashable {
    var url: String
    /// Nil where no list knows the address.
    var station: Station?

    /// - Parameters:
    ///   - argument: an address, or a station of the list as `play` takes it.
    ///   - library: where the station is looked up. An address needs none, unless a list was named.
    static func find(_ argument: String, in library: LibraryReader) throws -> Result<ProbeTarget, CommandFailure> {
        let answer = try library.loadNow().forCommand
        guard case .url(let url) = ArgumentKind(argument, isFile: { _ in false }) else {
            return answer.flatMap { station(argument, in: $0) }
        }
        switch answer {
        case .success(let list): return .success(ProbeTarget(url: url, station: list.station(url: url)))
        case .failure(let failure): return library.named.isEmpty ? .success(ProbeTarget(url: url)) : .failure(failure)
        }
    }

    /// The station's first address; the others are told, and can be looked at by themselves.
    private static func station(_ name: String, in library: StationLibrary) -> Result<ProbeTarget, CommandFailure> {
        ProgrammeFinder.item(name, in: library).forCommand.flatMap { item in
            guard let url = item.station.urls.first else {
                let sentence = "\(item.station.name) has no address."
                return .failure(CommandFailure(code: .notPlayable, sentence: sentence))
            }
            return .success(ProbeTarget(url: url, station: item.station))
        }
    }
}
