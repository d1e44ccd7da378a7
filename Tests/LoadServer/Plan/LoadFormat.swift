/// The format of the sound of a ``LoadServer``, which also decides where the titles are.
package enum LoadFormat: String, CaseIterable, Sendable {
    /// MP3 with ICY metadata.
    case mp3
    /// Opus in Ogg, with a link for each title.
    case ogg

    var contentType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .ogg: "application/ogg"
        }
    }
}
