/// What a mount says is playing.
public struct ScriptedTitle: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case song
        /// Names no song and ends none: `Jingle 4`.
        case jingle
        /// `StreamTitle='';` or a dash.
        case empty
    }

    public var kind: Kind
    /// Of the song, from 0; of a jingle or an empty title that of the song before.
    public var index: Int
    public var artist = ""
    public var title = ""
    /// As it is sent, before it is encoded.
    public var text: String
}
