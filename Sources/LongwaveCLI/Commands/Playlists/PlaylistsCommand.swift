import ArgumentParser

struct PlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists", abstract: "Your own lists of stations, put together by hand or answered by a query.",
        discussion: """
            Without a subcommand: all of them. There are always favourites, most-played, recently-played, never-played and \
            best-rated. longwave play --playlist NAME plays one.
            """,
        subcommands: [
            ListPlaylists.self, ShowPlaylist.self, AddToPlaylist.self, SetPlaylist.self, RemovePlaylist.self,
        ],
        defaultSubcommand: ListPlaylists.self)
}
