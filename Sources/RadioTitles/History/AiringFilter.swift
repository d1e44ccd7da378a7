import RadioFormats

/// Finds what a logger and a player both wrote down: a song of a station that was heard while the station showed it was played once.
/// Takes airings in the order of their beginnings.
struct AiringFilter {
    /// By so much what is heard may begin before it is shown: status pages and playlists tell late.
    private static let early: Int64 = 120_000
    /// A title that is shown again within that is no new one.
    private static let window = TrackDetector.window.nanoseconds / 1_000_000

    private var shown: [Int64: Airing] = [:]
    private var heard: [Int64: Airing] = [:]

    /// - Parameter end: of a track's row; nil while it goes on.
    mutating func isNew(_ airing: Airing, end: (Int64) -> Int64?) -> Bool {
        // What is said between songs does not end them.
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
