/// A track as it is counted.
struct Airing {
    /// Milliseconds since 1970.
    var start: Int64
    /// Its row.
    var track: Int64
    /// ``SongKey/station(_:)`` and ``SongKey/song(artist:title:text:)``
    var station: Int64
    var song: Int64
    /// ``SongKey/code(_:isHeard:)``
    var code: Int64

    var isHeard: Bool { code & 1 == 1 }
}
