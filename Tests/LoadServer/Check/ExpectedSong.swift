/// A song that a log must contain once, or may contain.
struct ExpectedSong {
    var artist: String
    var title: String
    /// The time of the first showing.
    var sent: Int
    /// The time of the first showing that the logger must have read, or nil while none is known.
    var requiredSince: Int?

    func isSame(_ song: (artist: String, title: String)) -> Bool { artist == song.artist && title == song.title }
}
