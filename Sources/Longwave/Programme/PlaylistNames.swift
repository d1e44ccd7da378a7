import RadioStations
import RadioStorage

/// Playlists by their names.
package enum PlaylistNames {
    /// The place of one; nil where none is called so.
    package static func place(of name: String, in playlists: [StationPlaylist]) -> Int? {
        let wanted = NameFolding.words(name)
        return playlists.firstIndex { $0.name == name }
            ?? playlists.firstIndex { NameFolding.words($0.name) == wanted }
    }

    /// The listener's, then the ready-made ones that have no namesake among them.
    package static func all(environment: [String: String]) -> Result<[StationPlaylist], RadioError> {
        do throws(StorageError) {
            let own = try ListenerStore.existing(environment: environment)?.playlists() ?? []
            return .success(
                own + StationPlaylist.readyMade.filter { made in !own.contains { $0.name == made.name } })
        } catch { return .failure(.listener(error)) }
    }

    /// One by its name.
    package static func named(_ name: String, environment: [String: String]) -> Result<StationPlaylist, RadioError> {
        all(environment: environment).flatMap { all in
            if let place = place(of: name, in: all) { return .success(all[place]) }
            return .failure(.noPlaylist(name, known: all.map(\.name)))
        }
    }
}
