import Longwave

/// Reads and changes the listener's playlists for commands.
struct PlaylistFile {
    var output: ReportOutput

    static let noFolder = CommandFailure(
        code: .cannotWrite, sentence: "No folder for playlists: set HOME or XDG_DATA_HOME.")

    private func path() throws(CommandFailure) -> String {
        guard let path = ListenerStore.usualPath(environment: Environment.folders) else { throw Self.noFolder }
        return path
    }

    private static func failure(_ error: StorageError) -> CommandFailure {
        CommandFailure(code: .cannotWrite, sentence: "Your playlists cannot be used: \(error.words).")
    }

    /// Returns the listener's own playlists.
    func playlists() throws(CommandFailure) -> [StationPlaylist] {
        let path = try path()
        do throws(StorageError) { return try ListenerStore(path: path).playlists() } catch { throw Self.failure(error) }
    }

    /// Changes the playlists in one transaction, and prints what was changed.
    /// - Parameter body: changes the playlists and returns the change in words. If the body throws, nothing changes.
    func change(_ body: (inout [StationPlaylist]) throws(CommandFailure) -> String) throws(CommandFailure) {
        let path = try path()
        var result = Result<String, CommandFailure>.success("")
        do throws(StorageError) {
            let replaced = try ListenerStore.writing(path: path) { store throws(StorageError) in
                try store.change { playlists in
                    var changed = playlists
                    do throws(CommandFailure) {
                        result = .success(try body(&changed))
                        playlists = changed
                    } catch { result = .failure(error) }
                }
            }.replaced
            if let replaced { output.say(ListenerWords.notRead(replaced)) }
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
