import RadioDirectory
import RadioFormats

/// The player's state in the words that the screen shows. The texts may still contain control characters, which
/// ``Sanitiser`` removes.
package struct ScreenPlaying: Hashable, Sendable {
    /// How good the player's state is for the listener. The tone decides the colour of the state's word.
    package enum Tone: Hashable, Sendable {
        case good, waiting, bad, neutral
    }

    /// The word for the player's state, such as `playing`, `paused` or `connecting`.
    package var state = "stopped"
    /// Why no sound is heard, or why the sound may soon stop; nil if there is no reason.
    package var reason: String?
    package var tone = Tone.neutral
    /// Whether the player is not stopped: it plays, is paused, or waits for sound.
    package var isActive = false
    package var station = ""
    /// The `persistentID` of the station that plays. The row of this station gets a mark.
    package var stationID: String?
    package var artist: String?
    package var title: String?
    package var album: String?
    /// The time of day when the title began: `20:14`.
    package var since: String?
    /// For a station, how long it has been heard; for a file, the heard position and the length.
    package var elapsed = ""
    /// The distance of the heard position from the live edge, and the length of the sound to seek in: `0:45 behind
    /// live, 12:00 kept`; nil near the live edge.
    package var behind: String?
    /// The codec and bit rate: `MP3 128 kbit/s`.
    package var codec = ""
    /// `volume 80 %` or `muted`; empty at full volume.
    package var volume = ""
    /// The length of the running recording: `recording 1:02`; empty if none runs.
    package var recording = ""
    /// Further facts about the player, such as `sleep in 29:00`, `repeat all`, `shuffled` or the output device.
    package var notes: [String] = []
    /// Whose player this is and how to end it, for the help page.
    package var owner: String?
    /// The levels of the sound, as a bar of text for each channel; nil while the listener hides the meter.
    package var levels: String?
    package var artwork: [ArtworkCandidate] = []
    /// The address of the station that plays. `ArtworkCache` fetches pictures only from public addresses and from this
    /// station's host.
    package var home = ""
    /// The station that plays, if this process plays it.
    package var source: Station?

    package init() {}

    /// The title with its artist: `Artist - Title`; nil if there is no title.
    var text: String? {
        guard let title, !title.isEmpty else { return nil }
        return artist.map { $0.isEmpty ? title : "\($0) - \(title)" } ?? title
    }
}
