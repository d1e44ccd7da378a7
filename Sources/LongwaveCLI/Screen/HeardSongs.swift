import LongwaveTerminal
import RadioLoop

/// The titles that the listener heard, for the history page of the full-screen player.
struct HeardSongs: Sendable {
    var songs: [PlayedTrack] = []
    var liked: Set<String> = []
    /// Why the titles cannot be shown, in words; nil if they can be shown.
    var problem: String?

    /// The largest number of titles that are read for the page.
    private static let maximum = 500

    /// Reads the newest titles from the title database.
    static func read(_ radio: Radio) async -> HeardSongs {
        var query = SongQuery()
        query.kinds = [.song, .advertisement, .jingle, .speech, .unknown]
        query.source = .heard
        query.limit = maximum
        do throws(RadioError) {
            let songs = try await radio.heardTitles(query)
            query.source = nil
            query.isLiked = true
            query.limit = nil
            return HeardSongs(songs: songs, liked: Set(try await radio.heardTitles(query).map(key)))
        } catch {
            if case .listener(let problem) = error { return HeardSongs(problem: problem.words) }
            return HeardSongs(problem: error.sentence)
        }
    }

    /// Returns the id of a title's row, which is the same each time the history is read.
    static func id(_ song: PlayedTrack) -> String {
        "\(song.start.milliseconds) \(song.station) \(song.track.text)"
    }

    private static func key(_ song: PlayedTrack) -> String { NameFolding.words(song.track.text).joined(separator: " ") }

    /// Returns the titles as rows of the history page.
    /// - Parameter today: the number of the current day (`WallClock.localDay`).
    func rows(today: Int) -> [SongRow] {
        songs.map { song in
            let begun = song.start.milliseconds
            let text = WallClock.local(milliseconds: begun)
            let isToday = WallClock.localDay(milliseconds: begun) == today
            return SongRow(
                id: Self.id(song),
                time: isToday ? String(text.dropFirst(11).prefix(5)) : String(text.dropFirst(5).prefix(11)),
                station: song.stationName, stationID: song.station,
                text: PlayerWords.title(song.track) ?? song.track.text, isLiked: liked.contains(Self.key(song)))
        }
    }
}
