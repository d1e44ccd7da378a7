/// The kind of a media segment according to its bytes. Its address and its playlist may claim another kind.
package enum SegmentKind: Hashable, Sendable {
    /// An MPEG transport stream.
    case mpegTS
    /// Fragmented or plain MP4, or an initialization section.
    case mp4
    /// Packed audio: AAC in ADTS, with or without an ID3 tag before it.
    case adts
    /// Packed audio: MPEG audio, with or without an ID3 tag before it.
    case mpegAudio
    /// Sound that HLS does not allow in segments, or that Longwave does not decode, such as an Ogg stream or AC-3 as
    /// packed audio.
    case foreign(ContentKind)
    /// Subtitles in the format WebVTT.
    case webVTT
    /// A web page, such as a server's error page.
    case html
    /// Text of another kind: a playlist, or an error message.
    case text
    /// Unknown content, perhaps encrypted.
    case unknown

    /// The reason why there is no demuxer for the kind; nil if there is one.
    package var problem: SegmentProblem? {
        switch self {
        case .mpegTS, .mp4, .adts, .mpegAudio: nil
        case .foreign(let kind): .unsupportedCodec(kind.displayName)
        case .webVTT: .noSound
        case .html: .damaged("a web page instead of sound")
        case .text: .damaged("text instead of sound")
        case .unknown: .damaged("an unknown format")
        }
    }
}
