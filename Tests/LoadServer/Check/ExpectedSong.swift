/// A song that a log must contain once, or that it may lack.
struct ExpectedSong {
    var artist: String
    var title: String
    /// The time in milliseconds at which the station first showed the song.
    var sent: Int
    /// The time in milliseconds of the first showing that the logger must have read. Nil while no such showing is
    /// known: the log may then lack the song.
    var requiredSince: Int?

    func isSame(_ song: (artist: String, title: String)) -> Bool { artist == song.artist && title == song.title }
}
