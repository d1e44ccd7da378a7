/// The kind of content that an address delivers.
package enum ContentKind: Hashable, Sendable {
    /// MPEG audio frames: MP3 and the older layers.
    case mpegAudio
    /// AAC frames in ADTS.
    case adts
    case ogg
    case flac
    case mp4
    case mpegTS
    /// A RIFF/WAVE file, or its big-endian or 64-bit variant.
    ///
    /// A WAVE file that contains MPEG audio or ADTS frames has the kind ``mpegAudio`` or ``adts`` instead.
    case wave
    /// An AIFF or AIFF-C file.
    case aiff
    /// Sound in a format that is recognised but not supported.
    case unsupported(UnsupportedFormat)
    /// A list of addresses, one a line (M3U), with or without `#EXTM3U`.
    case m3u
    /// A playlist of HTTP Live Streaming (RFC 8216).
    case hlsPlaylist
    case pls
    case xspf
    case asx
    /// A web page.
    case html
    /// Unknown content: garbage, or text of another kind.
    case unknown
}
