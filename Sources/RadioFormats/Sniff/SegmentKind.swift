/// What a media segment is, whatever its address and playlist say.
package enum SegmentKind: Hashable, Sendable {
    /// An MPEG transport stream.
    case mpegTS
    /// Fragmented or plain MP4, or the initialisation of one.
    case mp4
    /// Packed audio: AAC in ADTS, behind an ID3 tag perhaps.
    case adts
    /// Packed audio: MPEG audio, behind an ID3 tag perhaps.
    case mpegAudio
    /// Sound that a segment cannot hold, or that is not decoded here: AC-3 as packed audio, an Ogg stream.
    case foreign(ContentKind)
    /// Subtitles.
    case webVTT
    /// A web page.
    case html
    /// Text of another kind: a playlist, an error in words.
    case text
    /// Nothing that is known; encrypted perhaps.
    case unknown

    /// Why there is no demuxer for it; nil where there is one.
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
