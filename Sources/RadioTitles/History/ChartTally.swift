/// Counts the airings of a chart by song. A pure value.
struct ChartTally {
    /// How often one song was played.
    struct Song {
        var count = 0
        var stations = 0
        var first: Int64
        var last: Int64
        /// The id of the row in the table of tracks for the last airing.
        var track: Int64
    }

    private(set) var count = 0
    private(set) var songs: [Int64: Song] = [:]
    private var pairs: Set<Int64> = []

    mutating func add(_ airing: Airing) {
        let isNew = pairs.insert(airing.song ^ airing.station.byteSwapped).inserted
        func tally(_ song: inout Song) {
            song.count += 1
            if isNew { song.stations += 1 }
            song.first = min(song.first, airing.start)
            if airing.start >= song.last { (song.last, song.track) = (airing.start, airing.track) }
        }
        count += 1
        tally(&songs[airing.song, default: Song(first: airing.start, last: airing.start, track: airing.track)])
    }

    /// Returns the songs, the most played first. Of songs that were played equally often, the last played comes first.
    var ranked: [(key: Int64, value: Song)] {
        songs.sorted { one, other in
            let (one, other) = (one.value, other.value)
            return (one.count, one.last, one.track) > (other.count, other.last, other.track)
        }
    }
}
