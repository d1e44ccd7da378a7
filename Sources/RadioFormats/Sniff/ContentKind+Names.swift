extension ContentKind {
    /// The usual name, with an indefinite article if English needs one.
    package var displayName: String {
        switch self {
        case .mpegAudio: "MPEG audio (MP3)"
        case .adts: "AAC"
        case .ogg: "an Ogg stream"
        case .flac: "a FLAC stream"
        case .mp4: "MP4"
        case .mpegTS: "an MPEG transport stream"
        case .wave: "a WAV file"
        case .aiff: "an AIFF file"
        case .unsupported(let format): format.displayName
        case .m3u: "an M3U playlist"
        case .hlsPlaylist: "an HLS playlist"
        case .pls: "a PLS playlist"
        case .xspf: "an XSPF playlist"
        case .asx: "an ASX playlist"
        case .html: "a web page"
        case .unknown: "an unknown format"
        }
    }

    /// Returns whether a content type (in lower case, without parameters) can mean this kind.
    ///
    /// Generic types, such as `application/octet-stream`, fit every kind.
    package func fits(contentType type: String) -> Bool {
        let types: [String] =
            switch self {
            case .mpegAudio: ["audio/mpeg", "audio/mp3", "audio/x-mpeg", "audio/mpeg3", "audio/x-mp3", "audio/mpa"]
            case .adts:
                ["audio/aac", "audio/aacp", "audio/x-aac", "audio/x-aacp", "audio/mp4a-latm", "audio/x-hx-aac-adts"]
            case .ogg: ["application/ogg", "audio/ogg", "video/ogg", "audio/opus", "audio/vorbis", "audio/x-ogg"]
            case .flac: ["audio/flac", "audio/x-flac"]
            case .mp4: ["audio/mp4", "video/mp4", "audio/x-m4a"]
            case .mpegTS: ["video/mp2t", "audio/mp2t", "video/mpeg"]
            case .wave: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-pn-wav"]
            case .aiff: ["audio/aiff", "audio/x-aiff", "sound/aiff"]
            case .unsupported(let format): format.contentTypes
            case .m3u, .hlsPlaylist:
                [
                    "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl",
                    "text/plain",
                ]
            case .pls: ["audio/x-scpls", "application/pls+xml", "audio/scpls", "text/plain"]
            case .xspf: ["application/xspf+xml", "text/xml", "application/xml"]
            case .asx: ["video/x-ms-asf", "video/x-ms-asx", "audio/x-ms-wax", "text/xml", "text/plain"]
            case .html: ["text/html", "application/xhtml+xml"]
            case .unknown: [type]
            }
        return types.contains(type)
            || ["application/octet-stream", "binary/octet-stream", "unknown/unknown"].contains(type)
    }
}
