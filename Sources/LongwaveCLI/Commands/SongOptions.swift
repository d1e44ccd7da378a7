import ArgumentParser
import Longwave

/// The options that select titles from the history.
struct SongOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Only titles of this station: its id, or words of its name.", valueName: "station"),
        completion: StationCompletion.kind)
    var station: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only titles from this time on: a date, a date and time, today, yesterday, or 2h for two hours ago.",
            valueName: "time"), completion: .list(["today", "yesterday", "7d"]))
    var since: TimePoint?

    @Option(
        name: .long, help: ArgumentHelp("Only titles before this time, in the same forms.", valueName: "time"),
        completion: .list(["today", "yesterday", "7d"]))
    var until: TimePoint?

    @Option(
        name: .long,
        help: ArgumentHelp("Only titles of this kind.", valueName: KindChoice.names))
    var kind = KindChoice.song

    @Flag(name: .long, help: "Only titles that you like: marked with the key * or \"longwave ctl like\".")
    var liked = false

    /// The value of `--kind`: one kind of titles, or all kinds.
    enum KindChoice: String, CaseIterable, ExpressibleByArgument {
        case song, advertisement, jingle, speech, unknown, all

        static var names: String { allCases.map(\.rawValue).joined(separator: "|") }
    }

    func query(_ words: [String], limit: Int?) -> SongQuery {
        var query = SongQuery()
        query.words = words.flatMap(SongQuery.words)
        query.station = station
        query.since = since?.time
        query.until = until?.latestTime
        query.kinds = kind == .all ? nil : TrackInfo.Kind(rawValue: kind.rawValue).map { [$0] }
        query.isLiked = liked
        if liked, kind == .song { query.kinds = nil }
        query.limit = limit
        return query
    }
}
