import RadioFormats
import RadioStations
import RadioStorage

/// Finds the listener's playlists and the ready-made playlists by name.
package enum PlaylistNames {
    /// Returns the listener's playlists, followed by the ready-made playlists (``StationPlaylist/all(in:)``).
    /// - Parameter path: the path of the file of the listener's playlists; nil if there is none.
    package static func all(at path: String?) throws(StorageError) -> [StationPlaylist] {
        try StationPlaylist.all(in: ListenerStore.existing(at: path))
    }

    /// Returns the listener's or ready-made playlist with this name, or an error with the names of all playlists.
    package static func named(_ name: String, at path: String?) -> Result<StationPlaylist, RadioError> {
        do throws(StorageError) {
            let all = try all(at: path)
            if let place = all.place(of: name) { return .success(all[place]) }
            return .failure(.noPlaylist(name, known: all.map(\.name)))
        } catch { return .failure(.listener(error)) }
    }
}
