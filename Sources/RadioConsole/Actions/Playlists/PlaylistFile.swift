import Longwave

/// Reads and changes the listener's playlists for commands.
struct PlaylistFile {
    var output: ReportOutput

    static let noFolder = CommandFailure(
        code: .cannotWrite, sentence: "No folder for playlists: set HOME or XDG_DATA_HOME.")

    private func open() throws(CommandFailure) -> ListenerStore {
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else { throw Self.noFolder }
        do throws(StorageError) { return try ListenerStore(path: path) } catch { throw Self.failure(error) }
    }

    private static func failure(_ error: StorageError) -> CommandFailure {
        CommandFailure(code: .cannotWrite, sentence: "Your playlists cannot be used: \(error.words).")
    }

    /// Returns the listener's own playlists.
    func playlists() throws(CommandFailure) -> [StationPlaylist] {
        let store = try open()
        do throws(StorageError) { return try store.playlists() } catch { throw Self.failure(error) }
    }

    /// Changes the playlists in one transaction, and prints what was changed.
    /// - Parameter body: changes the playlists and returns the change in words. If the body throws, nothing changes.
    func change(_ body: (inout [StationPlaylist]) throws(CommandFailure) -> String) throws(CommandFailure) {
        let store = try open()
        var result = Result<String, CommandFailure>.success("")
        do throws(StorageError) {
            try store.change { playlists in
                var changed = playlists
                do throws(CommandFailure) {
                    result = .success(try body(&changed))
                    playlists = changed
                } catch { result = .failure(error) }
            }
        } catch { throw Self.failure(error) }
        output.done(try result.get())
    }

    static func existing(_ name: String, in playlists: [StationPlaylist]) throws(CommandFailure) -> Int {
        guard let place = PlaylistNames.place(of: name, in: playlists) else {
            throw problem("You have no playlist \"\(name)\".")
        }
        return place
    }

    static func problem(_ sentence: String) -> CommandFailure { CommandFailure(code: .notPlayable, sentence: sentence) }
}
