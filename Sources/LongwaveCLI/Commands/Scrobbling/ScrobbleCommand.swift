import ArgumentParser

struct ScrobbleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrobble",
        abstract: "Manages accounts at ListenBrainz, Last.fm and compatible services.",
        discussion: """
            play, pick and serve report each song that you hear to your accounts: once when it begins, and once when \
            it ends. See \(Documents.path("LISTENER.md")).
            """,
        subcommands: [ListScrobbling.self, AddScrobbling.self, RemoveScrobbling.self],
        defaultSubcommand: ListScrobbling.self)
}
