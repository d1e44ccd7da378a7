/// What the bytes behind an address are.
package enum ContentKind: Hashable, Sendable {
    /// Frames of MPEG audio: MP3 and its elders.
    case mpegAudio
    /// Frames of AAC in ADTS.
    case adts
    case ogg
    case flac
    case mp4
    case mpegTS
    /// A RIFF/WAVE file, its big-endian and its 64-bit kin; one that holds MPEG audio or ADTS is what it holds.
    case wave
    /// An AIFF or AIFF-C file.
    case aiff
    /// Sound in a format that is recognised, and no more.
    case unsupported(UnsupportedFormat)
    /// A plain list of addresses, with or without `#EXTM3U`.
    case m3u
    /// A playlist of HTTP Live Streaming (RFC 8216).
    case hlsPlaylist
    case pls
    case xspf
    case asx
    /// A web page, whatever the server calls it.
    case html
    /// Nothing that is known: garbage, or text of another kind.
    case unknown
}
