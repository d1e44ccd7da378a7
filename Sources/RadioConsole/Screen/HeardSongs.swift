import Glibc
import LongwaveTerminal

/// The titles that were heard, for the screen. What reads them blocks: on a worker's thread.
struct HeardSongs: Sendable {
    var songs: [PlayedTrack] = []
    var liked: Set<String> = []
    /// Why there are none.
    var problem: String?

    /// More are not shown.
    private static let maximum = 500

    /// - Parameter path: the file of titles; nil where nothing is written down.
    static func read(_ path: String?) -> HeardSongs {
        guard let path else { return HeardSongs(problem: "no history is kept (--no-history)") }
        guard access(path, F_OK) == 0 else { return HeardSongs() }
        do throws(StorageError) {
            let history = try TitleHistory(path: path)
            var heard = HeardSongs()
            var query = SongQuery()
            query.kinds = nil
            query.limit = maximum
            try history.tracks(query) {
                if $0.source == .heard, $0.track.kind != .none { heard.songs.append($0) }
                return true
            }
            query.isLiked = true
            query.limit = 10_000
            try history.tracks(query) {
                heard.liked.insert(key($0))
                return true
            }
            return heard
        } catch { return HeardSongs(problem: error.words) }
    }

    private static func key(_ song: PlayedTrack) -> String { NameFolding.words(song.track.text).joined(separator: " ") }

    /// - Parameter today: the number of the day that it is (`WallClock.localDay`).
    func rows(today: Int) -> [SongRow] {
        songs.enumerated().map { id, song in
            let begun = song.start.milliseconds
            let text = WallClock.local(milliseconds: begun)
            let isToday = WallClock.localDay(milliseconds: begun) == today
            return SongRow(
                id: id, time: isToday ? String(text.dropFirst(11).prefix(5)) : String(text.dropFirst(5).prefix(11)),
                station: song.stationName, stationID: song.station,
                text: DisplayNames.title(song.track) ?? song.track.text, isLiked: liked.contains(Self.key(song)))
        }
    }
}
