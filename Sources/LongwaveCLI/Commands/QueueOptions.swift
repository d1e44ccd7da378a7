import ArgumentParser
import Longwave
import RadioConsole

/// What is played one after another, and how.
struct QueueOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Play the stations that this describes: jazz country=fr,ch sort=rating. \(Documents.path("LIBRARY.md")) has all of it.",
            valueName: "query"))
    var query: String?

    @Option(
        name: .long, help: ArgumentHelp("Play a playlist: longwave playlists has them.", valueName: "name"),
        completion: PlaylistCompletion.all)
    var playlist: String?

    @Flag(name: .long, help: "In an order of chance.")
    var shuffle = false

    @Option(name: .long, help: ArgumentHelp("What follows the last one.", valueName: "none|one|all"))
    var `repeat` = PlaybackQueue.RepeatMode.none

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Hear each so long: 30s, 10m, 1h. A single station ends then.", valueName: "time"))
    var itemLimit: TimeSpan?

    func validate() throws {
        if query != nil, playlist != nil { throw ValidationError("--query and --playlist contradict.") }
        do throws(StationQueryError) { _ = try choice() } catch { throw ValidationError("\(error)") }
    }

    /// The same, by the shared player.
    func action(_ words: [String], _ settings: PrintSettings) -> ControlAction {
        .play(
            words, query: query, playlist: playlist, isShuffled: shuffle ? true : nil,
            repeatMode: `repeat` == .none ? nil : `repeat`, settings)
    }

    func choice() throws(StationQueryError) -> QueueChoice {
        var made: StationQuery?
        if let query { made = try StationQuery(text: query) }
        return QueueChoice(
            query: made, playlist: playlist, isShuffled: shuffle, repeatMode: `repeat`, itemLimit: itemLimit?.duration)
    }
}
