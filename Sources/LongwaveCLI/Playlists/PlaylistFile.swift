import Longwave

/// Changes the listener's playlists for commands.
enum PlaylistFile {
    /// Changes the playlists in one transaction.
    /// - Parameter body: changes the playlists and returns the change in words. If the body throws, nothing changes.
    static func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout [StationPlaylist]) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> Value {
        try RadioSession.run { radio in
            do throws(RadioError) {
                return try await radio.updatePlaylists { (playlists) -> Result<Value, CommandFailure> in
                    let before = playlists
                    do throws(CommandFailure) { return .success(try body(&playlists)) } catch {
                        playlists = before
                        return .failure(error)
                    }
                }
            } catch { throw CommandFailure(notWritten: error) }
        }.get()
    }

    static func existing(_ name: String, in playlists: [StationPlaylist]) throws(CommandFailure) -> Int {
        guard let place = playlists.place(of: name) else {
            throw problem("You have no playlist \"\(name)\".")
        }
        return place
    }

    static func problem(_ sentence: String) -> CommandFailure { CommandFailure(code: .notPlayable, sentence: sentence) }
}
