/// The kind of a media segment, whatever its address and playlist say.
package enum SegmentKind: Hashable, Sendable {
    /// An MPEG transport stream.
    case mpegTS
    /// Fragmented or plain MP4, or an initialization section.
    case mp4
    /// Packed audio: AAC in ADTS, with or without an ID3 tag before it.
    case adts
    /// Packed audio: MPEG audio, with or without an ID3 tag before it.
    case mpegAudio
    /// Sound that is not allowed in segments or not decoded, such as an Ogg stream, or AC-3 as packed audio.
    case foreign(ContentKind)
    /// Subtitles.
    case webVTT
    /// A web page.
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
