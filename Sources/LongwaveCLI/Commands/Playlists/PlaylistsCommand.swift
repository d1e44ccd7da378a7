import ArgumentParser

struct PlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "Lists and changes your playlists of stations.",
        discussion: """
            A playlist contains stations that you add, or stations that match a query. The playlists favourites, \
            most-played, recently-played, never-played and best-rated are built in. "longwave play --playlist NAME" \
            plays one.
            """,
        subcommands: [
            ListPlaylists.self, ShowPlaylist.self, AddToPlaylist.self, SetPlaylist.self, RemovePlaylist.self,
        ],
        defaultSubcommand: ListPlaylists.self)
}
