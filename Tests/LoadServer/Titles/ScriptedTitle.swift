/// What a mount says is playing.
package struct ScriptedTitle: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case song
        /// Names no song and ends none: `Jingle 4`.
        case jingle
        /// `StreamTitle='';` or a dash.
        case empty
    }

    package var kind: Kind
    /// Of the song, from 0; of a jingle or an empty title that of the song before.
    package var index: Int
    package var artist = ""
    package var title = ""
    /// As it is sent, before it is encoded.
    package var text: String
}
