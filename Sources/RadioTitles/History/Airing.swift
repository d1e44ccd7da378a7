/// One time at which a track was shown by a station or heard by the listener, with only the values that are needed to
/// count songs.
struct Airing {
    /// When the track began, in milliseconds since 1970.
    var start: Int64
    /// The id of the track's row in the table of tracks.
    var track: Int64
    /// The station's number, from ``SongKey/station(_:)``.
    var station: Int64
    /// The song's number, from ``SongKey/song(artist:title:text:)``.
    var song: Int64
    /// Kind and source in one number, from ``SongKey/code(_:isHeard:)``.
    var code: Int64

    var isHeard: Bool { code & 1 == 1 }
}
