import ArgumentParser
import Longwave

/// The options for the queue of the private player.
struct QueueOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Plays the stations that match a query, such as "jazz country=fr,ch sort=rating". \
            See \(Documents.path("CLI.md")).
            """,
            valueName: "query"))
    var query: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Plays a playlist; \"longwave playlists\" lists them.", valueName: "name"),
        completion: PlaylistCompletion.all)
    var playlist: String?

    @Flag(name: .long, help: "Plays in random order.")
    var shuffle = false

    @Option(
        name: .long, help: ArgumentHelp("Repeats nothing, one item, or the whole queue.", valueName: "none|one|all"))
    var `repeat` = PlaybackQueue.RepeatMode.none

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Plays each station for this long, such as 30s, 10m or 1h; a single station then stops.", valueName: "time")
    )
    var itemLimit: TimeSpan?

    func validate() throws {
        if query != nil, playlist != nil { throw ValidationError("--query and --playlist cannot be combined.") }
        do throws(StationQueryError) { _ = try choice() } catch { throw ValidationError("\(error)") }
    }

    /// Returns the action that makes the shared player play what the words and these options name.
    func action(_ words: [String]) -> ControlAction {
        .play(
            words, query: query, playlist: playlist, isShuffled: shuffle ? true : nil,
            repeatMode: `repeat` == .none ? nil : `repeat`)
    }

    func choice() throws(StationQueryError) -> QueueChoice {
        var made: StationQuery?
        if let query { made = try StationQuery(text: query) }
        return QueueChoice(
            query: made, playlist: playlist, isShuffled: shuffle, repeatMode: `repeat`, itemLimit: itemLimit?.duration)
    }
}
