import Longwave
import RadioLoop

/// The stations that a command names: some or all stations of the listener's lists, or addresses.
struct StationChoice: Sendable {
    /// The stations and addresses on the command line; if there are none, all stations of the lists are chosen.
    var names: [String]
    var library: LibraryReader

    /// The stations that were found for the names.
    struct Chosen: Hashable {
        var stations: [Station]
        /// Remarks for the person about problems in the station lists.
        var remarks: [String] = []
    }

    /// Finds the named stations. Reads the station lists, unless all names are addresses.
    ///
    /// Calls `found` with the result, on the loop. If no list must be read, calls `found` before returning.
    func find(on loop: EventLoop, _ found: @escaping (Result<Chosen, RadioError>) -> Void) {
        let kinds = names.map { ArgumentKind($0, isFile: { _ in false }) }
        let addresses = kinds.compactMap { if case .url(let url) = $0 { Station(name: url, urls: [url]) } else { nil } }
        if !names.isEmpty, addresses.count == names.count { return found(.success(Chosen(stations: addresses))) }
        library.load(on: loop) { answer in
            found(answer.flatMap { choose(kinds, in: $0) })
        }
    }

    /// Returns the stations that the command line names, from the library or from addresses. If the command line names
    /// none, returns all stations of the library that have an address.
    private func choose(_ kinds: [ArgumentKind], in list: StationLibrary) -> Result<Chosen, RadioError> {
        let remarks = SelectionFinder.remarks(list)
        guard !kinds.isEmpty else {
            let stations = list.stations.filter { !$0.urls.isEmpty }
            return .success(Chosen(stations: stations, remarks: remarks))
        }
        var chosen = Chosen(stations: [], remarks: remarks)
        for (kind, name) in zip(kinds, names) {
            switch kind {
            case .url(let url): chosen.stations.append(Station(name: url, urls: [url]))
            case .file, .station:
                switch SelectionFinder.pick(name, in: list) {
                case .success(let selection): chosen.stations.append(selection.item.station)
                case .failure(let failure): return .failure(failure)
                }
            }
        }
        return .success(chosen)
    }
}
