import RadioFormats

/// The way in which a kind of content is opened, or the reason why it is not opened.
enum ContentVerdict {
    case sound(Container)
    case list
    /// A playlist of HTTP Live Streaming.
    case segments
    case refused(StreamError)
}

extension ContentKind {
    /// Returns how content of this kind is opened.
    /// - Parameter address: The content's address, for the text of an error.
    func verdict(of address: String) -> ContentVerdict {
        switch self {
        case .mpegAudio: .sound(.mpegAudio)
        case .adts: .sound(.adts)
        case .mpegTS: .sound(.transportStream)
        case .m3u, .pls, .xspf, .asx: .list
        case .hlsPlaylist: .segments
        case .ogg: .sound(.ogg)
        case .flac: .sound(.flac)
        case .mp4: .sound(.mp4)
        case .wave, .aiff: .sound(.pcm)
        case .unsupported:
            .refused(.unsupported("\(address) is \(displayName)"))
        case .html: .refused(.notSound("\(address) is a web page, not sound"))
        case .unknown: .refused(.notSound("\(address) sends data without sound"))
        }
    }
}
