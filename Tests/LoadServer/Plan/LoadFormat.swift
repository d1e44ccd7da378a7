/// What the sound of a ``LoadServer`` is, and where its titles are.
package enum LoadFormat: String, CaseIterable, Sendable {
    /// MP3 with ICY metadata.
    case mp3
    /// Opus in Ogg, a link for each title.
    case ogg

    var contentType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .ogg: "application/ogg"
        }
    }
}
