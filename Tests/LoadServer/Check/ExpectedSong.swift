/// A song that a log must have once, or may have.
struct ExpectedSong {
    var artist: String
    var title: String
    /// When it was given first.
    var sent: Int
    /// When it was first given so that it must have been read; nil while that is open.
    var requiredSince: Int?

    func isSame(_ song: (artist: String, title: String)) -> Bool { artist == song.artist && title == song.title }
}
