/// A title that a mount shows.
package struct ScriptedTitle: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case song
        /// A text that names no song and ends none, such as `Jingle 4`.
        case jingle
        /// `StreamTitle='';` or a dash.
        case empty
    }

    package var kind: Kind
    /// The number of the song, from 0. A jingle or an empty title has the number of the song before it.
    package var index: Int
    package var artist = ""
    package var title = ""
    /// The text that is sent, before it is encoded.
    package var text: String
}
