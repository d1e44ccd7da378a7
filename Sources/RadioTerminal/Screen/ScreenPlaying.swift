import RadioDirectory

/// What plays, in the words in which the screen shows it; not yet cleaned.
package struct ScreenPlaying: Hashable, Sendable {
    package enum Tone: Hashable, Sendable {
        case good, waiting, bad, neutral
    }

    /// `playing`, `paused`, `connecting` …
    package var state = "stopped"
    /// Why there is silence, or may be soon.
    package var reason: String?
    package var tone = Tone.neutral
    /// Something is heard, or on its way to be.
    package var isActive = false
    package var station = ""
    /// The station's `persistentID`: which row plays.
    package var stationID: String?
    package var artist: String?
    package var title: String?
    package var album: String?
    /// The time of day at which the title began: `20:14`.
    package var since: String?
    package var elapsed = ""
    /// `0:45 behind live, 12:00 kept`.
    package var behind: String?
    /// `MP3 128 kbit/s`.
    package var codec = ""
    /// `volume 80 %`, `muted`; empty while it is full.
    package var volume = ""
    /// `recording 1:02`.
    package var recording = ""
    /// `sleep in 29:00`, `repeat all`, `shuffled`, a device that is not the usual one.
    package var notes: [String] = []
    /// A bar for each channel; nil while that is not shown.
    package var levels: String?
    package var artwork: [ArtworkCandidate] = []
    /// The station's own address.
    package var home = ""

    package init() {}

    /// `Artist - Title`.
    var text: String? {
        guard let title, !title.isEmpty else { return nil }
        return artist.map { $0.isEmpty ? title : "\($0) - \(title)" } ?? title
    }
}
