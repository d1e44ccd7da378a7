import Longwave

/// Words that the shell offers to complete the argument that a person is typing.
///
/// No candidate comes from the network, because pressing the completion key must not cause a request.
enum Candidates {
    /// The largest number of candidates.
    static let maximum = 500
    /// The longest wait for the sound server's list of devices. The wait is short, because the person who pressed the
    /// completion key waits, too.
    private static let patience = Duration.seconds(1)

    /// Returns stations' ids and names that begin with the typed text.
    /// - Parameters:
    ///   - prefix: the part of the word that the person has typed.
    ///   - lists: the station lists that earlier arguments of the typed command name; if empty, the lists in the
    ///     configuration, or the default lists.
    static func stations(beginning prefix: String, in lists: [String]) -> [Candidate] {
        of(stations(in: lists), beginning: prefix)
    }

    /// Returns ids and names that begin with the typed text, from the list of the stations that the listener added.
    static func addedStations(beginning prefix: String) -> [Candidate] {
        let list = LibrarySearchPath.own(environment: Environment.folders).flatMap { try? StationListFile.read($0) }
        return of(list?.stations ?? [], beginning: prefix)
    }

    /// Returns all values of a property of the lists' stations, such as all tags. Each value occurs once.
    static func values(in lists: [String], _ values: (Station) -> [String]) -> [Candidate] {
        var seen: Set<String> = []
        let all = stations(in: lists).flatMap(values).map(PlainText.clean)
        let new = all.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
        return new.sorted().prefix(maximum).map { Candidate($0) }
    }

    /// Returns the names of the sound server's output devices.
    static func devices() -> [Candidate] {
        let devices = (try? DeviceQuery.ask(within: patience)?.get()) ?? []
        return devices.map { Candidate(PlainText.clean($0.name)) }
    }

    /// Returns the names of playlists.
    /// - Parameter ownOnly: whether to leave out the built-in playlists, which cannot be changed.
    static func playlists(ownOnly: Bool) -> [Candidate] {
        let path = ListenerStore.usualPath(environment: Environment.folders)
        let playlists =
            ownOnly ? try? ListenerStore.existing(at: path)?.playlists() : try? PlaylistNames.all(at: path)
        return (playlists ?? []).prefix(maximum).map { Candidate(PlainText.clean($0.name)) }
    }

    /// Returns the stations of the lists, except lists that are on the network.
    private static func stations(in lists: [String]) -> [Station] {
        let local = LibraryReader(asked: lists).sources.filter { !StationLibrary.isRemote($0) }
        guard !local.isEmpty, let library = try? RadioSession.run(lists: local, task: { try await $0.library() })
        else { return [] }
        return library.stations
    }

    /// Returns one candidate for each station whose id or name begins with the typed text: the id if it does, otherwise
    /// the name.
    /// - Parameter stations: the stations in the order of their list.
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
