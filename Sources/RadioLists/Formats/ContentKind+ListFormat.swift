import RadioFormats

extension ContentKind {
    /// The format of a list that leads from one address to others; nil for other content.
    package var listFormat: ListFormat? {
        switch self {
        case .m3u: .m3u
        case .pls: .pls
        case .xspf: .xspf
        case .asx: .asx
        case .hlsPlaylist, .mpegAudio, .adts, .ogg, .flac, .mp4, .mpegTS, .wave, .aiff, .unsupported, .html, .unknown:
            nil
        }
    }
}
