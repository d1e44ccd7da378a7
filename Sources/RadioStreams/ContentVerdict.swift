import RadioFormats

/// What is done with a kind of content.
enum ContentVerdict {
    case sound(isAdts: Bool)
    case list
    /// A playlist of HTTP Live Streaming.
    case segments
    case refused(StreamError)
}

extension ContentKind {
    /// `address` names the thing in errors.
    func verdict(of address: String) -> ContentVerdict {
        switch self {
        case .mpegAudio: .sound(isAdts: false)
        case .adts: .sound(isAdts: true)
        case .m3u, .pls, .xspf, .asx: .list
        case .hlsPlaylist: .segments
        case .ogg: .refused(.unsupported("\(address) is an Ogg stream, which is not supported yet"))
        case .flac: .refused(.unsupported("\(address) is a FLAC stream, which is not supported yet"))
        case .mp4: .refused(.unsupported("\(address) is MP4, which is not supported yet"))
        case .mpegTS: .refused(.unsupported("\(address) is an MPEG transport stream, which is not supported yet"))
        case .html: .refused(.notSound("\(address) is a web page, not sound"))
        case .unknown: .refused(.notSound("\(address) sends data without sound in it"))
        }
    }
}
