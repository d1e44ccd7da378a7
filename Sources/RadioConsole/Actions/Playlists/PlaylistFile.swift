import Longwave

/// Where playlists are kept, and how a command that changes them ends.
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

    /// The listener's own.
    func playlists() throws(CommandFailure) -> [StationPlaylist] {
        let store = try open()
        do throws(StorageError) { return try store.playlists() } catch { throw Self.failure(error) }
    }

    /// Changes the playlists, all at once.
    /// - Parameter body: gives what was changed, in words; where it says what is wrong the command ends.
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

    static func stations(_ count: Int) -> String { count == 1 ? "1 station" : "\(count) stations" }

    static func problem(_ sentence: String) -> CommandFailure { CommandFailure(code: .notPlayable, sentence: sentence) }
}
