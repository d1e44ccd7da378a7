import Longwave

/// The stations that a command names: some or all stations of the listener's lists, or addresses.
struct StationChoice: Sendable {
    /// The stations and addresses on the command line; if there are none, all stations of the lists are chosen.
    var names: [String]
    var library: LibraryReader

    /// The chosen stations.
    struct Chosen: Hashable {
        var stations: [Station]
        /// Remarks for the person about problems of the station lists.
        var remarks: [String] = []
    }

    /// Finds the stations. Reads the station lists unless only addresses are named.
    ///
    /// Calls `found` on the loop. If no list must be read, calls it before returning.
    func find(on loop: EventLoop, _ found: @escaping (Result<Chosen, RadioError>) -> Void) {
        let kinds = names.map { ArgumentKind($0, isFile: { _ in false }) }
        let addresses = kinds.compactMap { if case .url(let url) = $0 { Station(name: url, urls: [url]) } else { nil } }
        if !names.isEmpty, addresses.count == names.count { return found(.success(Chosen(stations: addresses))) }
        library.load(on: loop) { answer in
            found(answer.flatMap { choose(kinds, in: $0) })
        }
    }

    /// Returns the stations of a list that the command names. If it names none, returns all stations that have an
    /// address.
    private func choose(_ kinds: [ArgumentKind], in list: StationLibrary) -> Result<Chosen, RadioError> {
        let remarks = ProgrammeFinder.remarks(list)
        guard !kinds.isEmpty else {
            let stations = list.stations.filter { !$0.urls.isEmpty }
            return .success(Chosen(stations: stations, remarks: remarks))
        }
        var chosen = Chosen(stations: [], remarks: remarks)
        for (kind, name) in zip(kinds, names) {
            switch kind {
            case .url(let url): chosen.stations.append(Station(name: url, urls: [url]))
            case .file, .station:
                switch ProgrammeFinder.pick(name, in: list) {
                case .success(let programme): chosen.stations.append(programme.item.station)
                case .failure(let failure): return .failure(failure)
                }
            }
        }
        return .success(chosen)
    }
}
