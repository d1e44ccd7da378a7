import RadioStations
import RadioStorage

/// Finds saved playlists by name.
package enum PlaylistNames {
    /// Returns the index of the playlist with this name, or nil if there is none.
    ///
    /// A playlist with exactly this name wins over one whose name differs only as `NameFolding` ignores, such as in
    /// upper and lower case.
    package static func place(of name: String, in playlists: [StationPlaylist]) -> Int? {
        let wanted = NameFolding.words(name)
        return playlists.firstIndex { $0.name == name }
            ?? playlists.firstIndex { NameFolding.words($0.name) == wanted }
    }

    /// Returns the listener's playlists, then the ready-made ones with other names.
    package static func all(environment: [String: String]) -> Result<[StationPlaylist], RadioError> {
        do throws(StorageError) {
            let own = try ListenerStore.existing(environment: environment)?.playlists() ?? []
            return .success(
                own + StationPlaylist.readyMade.filter { made in !own.contains { $0.name == made.name } })
        } catch { return .failure(.listener(error)) }
    }

    /// Returns the playlist with this name.
    package static func named(_ name: String, environment: [String: String]) -> Result<StationPlaylist, RadioError> {
        all(environment: environment).flatMap { all in
            if let place = place(of: name, in: all) { return .success(all[place]) }
            return .failure(.noPlaylist(name, known: all.map(\.name)))
        }
    }
}
