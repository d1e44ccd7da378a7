import Longwave

/// What the shell may offer where a word is to be typed. Nothing is fetched for it: a key is no reason to ask a server.
public enum Candidates {
    /// More are not offered.
    static let maximum = 500
    /// A key is no reason to wait for a sound server that does not answer.
    private static let patience = Duration.seconds(1)

    /// The ids of the stations in lists, and names that begin with what was typed.
    /// - Parameters:
    ///   - prefix: what was typed of the word.
    ///   - lists: those named on the line so far; none: the usual ones.
    public static func stations(beginning prefix: String, in lists: [String]) -> [Candidate] {
        of(stations(in: lists), beginning: prefix)
    }

    /// Stations that the listener added.
    public static func addedStations(beginning prefix: String) -> [Candidate] {
        let list = LibrarySearchPath.own(environment: Environment.folders).flatMap { try? StationListFile.read($0) }
        return of(list?.stations ?? [], beginning: prefix)
    }

    /// The values that the stations of lists have.
    public static func values(in lists: [String], _ values: (Station) -> [String]) -> [Candidate] {
        var seen: Set<String> = []
        let all = stations(in: lists).flatMap(values).map(PlainText.clean)
        let new = all.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
        return new.sorted().prefix(maximum).map { Candidate($0) }
    }

    /// The sound server's devices.
    public static func devices() -> [Candidate] {
        let devices = (try? DeviceQuery.ask(within: patience)?.get()) ?? []
        return devices.map { Candidate(PlainText.clean($0.name)) }
    }

    /// Names of playlists.
    /// - Parameter ownOnly: those that can be changed, without the ready-made ones.
    public static func playlists(ownOnly: Bool) -> [Candidate] {
        let playlists =
            ownOnly
            ? try? ListenerStore.existing(environment: Environment.folders)?.playlists()
            : try? PlaylistNames.all(environment: Environment.folders).get()
        return (playlists ?? []).prefix(maximum).map { Candidate(PlainText.clean($0.name)) }
    }

    /// Of the lists that are meant and need no network.
    private static func stations(in lists: [String]) -> [Station] {
        let local = LibraryReader(asked: lists).sources.filter { !StationLibrary.isRemote($0) }
        guard !local.isEmpty, let library = try? LibraryReader(named: local).loadNow().get() else { return [] }
        return library.stations
    }

    /// - Parameter stations: in the order of their list.
    static func of(_ stations: [Station], beginning prefix: String) -> [Candidate] {
        let typed = prefix.lowercased()
        var candidates: [Candidate] = []
        for station in stations where candidates.count < maximum {
            let name = PlainText.clean(station.name)
            let id = station.id.map(PlainText.clean) ?? ""
            if !id.isEmpty, id.lowercased().hasPrefix(typed) {
                candidates.append(Candidate(id, name))
            } else if !name.isEmpty, id.isEmpty || !typed.isEmpty, name.lowercased().hasPrefix(typed) {
                candidates.append(Candidate(name))
            }
        }
        return candidates
    }
}
