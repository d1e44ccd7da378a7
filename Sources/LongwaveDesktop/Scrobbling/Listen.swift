import Longwave
import RadioLoop

/// The fact that the listener heard a song, as services for listening histories count it.
package struct Listen: Hashable, Sendable {
    package var artist: String
    package var title: String
    package var album: String?
    /// The length of the whole song; nil if unknown.
    package var duration: Duration?
    /// When the song began to be heard, in seconds since 1970-01-01T00:00:00Z.
    package var begin: Int64
    /// Whether the listener chose the song, because it is in a file. False for a station, which chooses the songs.
    package var isChosen = false

    /// The largest number of Unicode scalars of an artist, title or album. Longer texts are cut, to limit a listen's
    /// size in memory, on the disk and in a request.
    static let maximumText = 250

    package init(artist: String, title: String, album: String? = nil, duration: Duration? = nil, begin: Int64) {
        func short(_ text: String) -> String { String(text.unicodeScalars.prefix(Self.maximumText)) }
        self.artist = short(artist)
        self.title = short(title)
        self.album = album.map(short)
        self.duration = duration
        self.begin = begin
    }

    /// Makes a listen from a song with artist and title. Returns nil for everything else, such as advertisements and
    /// speech.
    init?(_ now: NowPlaying, by clock: WallClock) {
        let track = now.track
        guard track.kind == .song else { return nil }
        let (artist, title) = (PlainText.clean(track.artist ?? ""), PlainText.clean(track.title ?? ""))
        guard !artist.isEmpty, !title.isEmpty else { return nil }
        self.init(
            artist: artist, title: title, album: track.album.map(PlainText.clean).flatMap { $0.isEmpty ? nil : $0 },
            duration: track.duration, begin: clock.milliseconds(now.heard) / 1000)
    }

    func isSameSong(as other: Listen) -> Bool {
        artist.lowercased() == other.artist.lowercased() && title.lowercased() == other.title.lowercased()
    }
}
