import RadioFormats

/// Finds airings that were recorded twice: by a logger, as shown by the station, and by a player, as heard by the
/// listener. Such an airing counts once.
///
/// Airings must be passed to the filter in the order of their beginnings.
struct AiringFilter {
    /// Maximum time in milliseconds from the time when a song was heard to the time when its station showed it. Some
    /// status pages and playlists show songs late.
    private static let early: Int64 = 120_000
    /// Time in milliseconds after the beginning of a shown airing within which the same song, when heard, is the same
    /// airing.
    private static let window = TrackDetector.window.nanoseconds / 1_000_000

    /// For each key that ``isNew(_:end:)`` computes, the last airing that a station showed.
    private var shown: [Int64: Airing] = [:]
    /// For each key that ``isNew(_:end:)`` computes, the last airing that a listener heard.
    private var heard: [Int64: Airing] = [:]

    /// Returns false if the same airing was already passed to the filter from the other source: as shown by the station
    /// if `airing` was heard, or as heard by the listener if `airing` was shown.
    /// - Parameter end: returns when the track with this row id ended; nil if it has not ended.
    mutating func isNew(_ airing: Airing, end: (Int64) -> Int64?) -> Bool {
        // Each station has one key for songs and one for all other tracks, so that a jingle between does not hide the
        // last song.
        let place = airing.station ^ (airing.code >> 1 == 1 ? 0 : 1)
        if airing.isHeard {
            if let last = shown[place], last.song == airing.song,
                airing.start - last.start <= Self.window || end(last.track) ?? .max >= airing.start
            {
                return false
            }
            heard[place] = airing
            return true
        }
        shown[place] = airing
        guard !heard.isEmpty, let last = heard[place], last.song == airing.song else { return true }
        return airing.start - last.start > Self.early
    }
}
