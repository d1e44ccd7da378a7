/// A song that a station of the ``LoadServer`` showed. A logger's log must contain it once, or may lack it.
struct ExpectedSong {
    var artist: String
    var title: String
    /// The time at which the station first showed the song, in milliseconds since 1970-01-01T00:00:00Z.
    var sent: Int
    /// The first time, in milliseconds since 1970-01-01T00:00:00Z, at which the song was sent and the logger must have
    /// read it, because the logger did not close the connection within ``ExpectedSongs/grace`` milliseconds. Nil if
    /// there was no such time: the log may then lack the song.
    var requiredSince: Int?

    func isSame(_ song: (artist: String, title: String)) -> Bool { artist == song.artist && title == song.title }
}
