import RadioDirectory

/// The state of the player in the words that the screen shows. The texts are not clean yet (``Sanitiser``).
package struct ScreenPlaying: Hashable, Sendable {
    /// How good the state is for the listener. The tone decides the state's colour.
    package enum Tone: Hashable, Sendable {
        case good, waiting, bad, neutral
    }

    /// The state, such as `playing`, `paused` or `connecting`.
    package var state = "stopped"
    /// Why nothing is heard, or why the sound may soon stop.
    package var reason: String?
    package var tone = Tone.neutral
    /// Whether the player is not stopped: it plays, is paused, or waits for sound.
    package var isActive = false
    package var station = ""
    /// The station's `persistentID`, which marks the row that plays.
    package var stationID: String?
    package var artist: String?
    package var title: String?
    package var album: String?
    /// The time of day when the title began: `20:14`.
    package var since: String?
    /// How long the station has been heard or, for a file, the position and the length.
    package var elapsed = ""
    /// The distance from the live edge: `0:45 behind live, 12:00 kept`; nil near the live edge.
    package var behind: String?
    /// The codec and bit rate: `MP3 128 kbit/s`.
    package var codec = ""
    /// `volume 80 %` or `muted`; empty at full volume.
    package var volume = ""
    /// The length of a recording: `recording 1:02`; empty if there is none.
    package var recording = ""
    /// Further facts, such as `sleep in 29:00`, `repeat all`, `shuffled` or the output device.
    package var notes: [String] = []
    /// A bar for each channel; nil while the meter is hidden.
    package var levels: String?
    package var artwork: [ArtworkCandidate] = []
    /// The station's own address. `ArtworkCache` fetches pictures only from public addresses and from this station's
    /// host.
    package var home = ""

    package init() {}

    /// The title with its artist: `Artist - Title`; nil if there is no title.
    var text: String? {
        guard let title, !title.isEmpty else { return nil }
        return artist.map { $0.isEmpty ? title : "\($0) - \(title)" } ?? title
    }
}
