import RadioFormats

extension ContentKind {
    /// The list format of this kind of content; nil if the content is not a list that names the addresses of streams.
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
