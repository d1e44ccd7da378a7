import ArgumentParser
import RadioConsole

struct ScrobbleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scrobble",
        abstract: "Accounts at ListenBrainz, Last.fm and their like, which are told what you hear.",
        discussion: """
            Without a subcommand: the accounts, how much waits for each, and what went wrong last. While there is an account \
            play, pick and serve tell it each song that begins, and at its end that you heard it. \(Documents.path("SCROBBLING.md")) \
            has all of it.
            """,
        subcommands: [ListScrobbling.self, AddScrobbling.self, RemoveScrobbling.self],
        defaultSubcommand: ListScrobbling.self)
}
