import ArgumentParser
import Longwave
import RadioConsole

/// Which titles are meant.
struct SongOptions: ParsableArguments {
    @Option(
        name: .long, help: ArgumentHelp("Only of this station: its id, or words of its name.", valueName: "station"),
        completion: StationCompletion.kind)
    var station: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only what began then or later: a date, a date and time, today, yesterday, or 2h for two hours ago.",
            valueName: "time"), completion: .list(["today", "yesterday", "7d"]))
    var since: TimePoint?

    @Option(
        name: .long, help: ArgumentHelp("Only what began before.", valueName: "time"),
        completion: .list(["today", "yesterday", "7d"]))
    var until: TimePoint?

    @Option(
        name: .long,
        help: ArgumentHelp("Songs, unless another kind is wanted.", valueName: KindChoice.names))
    var kind = KindChoice.song

    @Flag(name: .long, help: "Only what you like: what the key * and longwave ctl like have marked.")
    var liked = false

    enum KindChoice: String, CaseIterable, ExpressibleByArgument {
        case song, advertisement, jingle, speech, unknown, all

        static var names: String { allCases.map(\.rawValue).joined(separator: "|") }
    }

    func query(_ words: [String], limit: Int?) -> SongQuery {
        var query = SongQuery()
        query.words = words.flatMap(SongQuery.words)
        query.station = station
        query.since = since?.time
        query.until = until?.time
        query.kinds = kind == .all ? nil : TrackInfo.Kind(rawValue: kind.rawValue).map { [$0] }
        query.isLiked = liked
        if liked, kind == .song { query.kinds = nil }
        query.limit = limit
        return query
    }
}
