import RadioFormats

/// Counts the airings of one station. A pure value; times are in milliseconds since 1970.
struct StationTally {
    /// The least logged time in milliseconds for ``StationCount/advertisementMinutes``.
    static let leastLogged: Int64 = 3600 * 1000

    private var songs: [Int64: (count: Int, first: Int64, last: Int64)] = [:]
    /// The starts of the first and the last track of any kind that the station showed.
    private(set) var shown: ClosedRange<Int64>?
    private var titles = 0
    private var unknown = 0
    /// Milliseconds of advertisements that the station showed.
    var advertised: Int64 = 0
    /// Milliseconds between the first and the last shown track in which the station was not received.
    var unseen: Int64 = 0

    /// Adds an airing of any kind.
    /// - Parameter isMatch: whether its kind is one of those that the query counts.
    mutating func add(_ airing: Airing, isMatch: Bool) {
        if !airing.isHeard {
            shown = min(shown?.lowerBound ?? .max, airing.start)...max(shown?.upperBound ?? .min, airing.start)
        }
        let isUnknown = airing.code == SongKey.code(.unknown, isHeard: airing.isHeard)
        if isUnknown || airing.code == SongKey.code(.song, isHeard: airing.isHeard) { titles += 1 }
        if isUnknown { unknown += 1 }
        guard isMatch else { return }
        func count(_ song: inout (count: Int, first: Int64, last: Int64)) {
            song = (song.count + 1, min(song.first, airing.start), max(song.last, airing.start))
        }
        count(&songs[airing.song, default: (0, airing.start, airing.start)])
    }

    /// Returns the counts; nil if no airing matched.
    func counted(id: String, name: String) -> StationCount? {
        guard let first = songs.values.map(\.first).min(), let last = songs.values.map(\.last).max() else { return nil }
        let count = songs.values.reduce(0) { $0 + $1.count }
        var result = StationCount(
            id: id, name: name, count: count, different: songs.count, last: MediaTime(milliseconds: last))
        result.first = MediaTime(milliseconds: first)
        result.artists = Set(songs.keys.compactMap(SongKey.artist)).count
        if count > songs.count {
            let time = songs.values.reduce(0) { $0 + $1.last - $1.first }
            result.repeatsAfter = .milliseconds(time / Int64(count - songs.count))
        }
        let top = songs.values.map(\.count).sorted(by: >).prefix(StationCount.topCount).reduce(0, +)
        result.topShare = Double(top) / Double(count)
        result.unknownShare = titles == 0 ? 0 : Double(unknown) / Double(titles)
        let logged = (shown.map { $0.upperBound - $0.lowerBound } ?? 0) - unseen
        if logged >= Self.leastLogged { result.advertisementMinutes = Double(advertised) / Double(logged) * 60 }
        return result
    }
}
