/// A title that a mount of the ``LoadServer`` shows.
package struct ScriptedTitle: Hashable, Sendable {
    package enum Kind: String, Sendable {
        case song
        /// A text that names no song, such as `Jingle 4`. The song before it may continue after it.
        case jingle
        /// An empty title or only a dash.
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
