/// What a media segment is, whatever its address and playlist say.
package enum SegmentKind: String, Hashable, Sendable, CaseIterable {
    /// An MPEG transport stream.
    case mpegTS
    /// Fragmented or plain MP4, or the initialisation of one.
    case mp4
    /// Packed audio: AAC in ADTS, behind an ID3 tag perhaps.
    case adts
    /// Packed audio: MPEG audio, behind an ID3 tag perhaps.
    case mpegAudio
    /// Packed audio: AC-3 or E-AC-3, which this version does not decode.
    case ac3
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
        case .ac3: .unsupportedCodec("AC-3")
        case .webVTT: .noSound
        case .html: .damaged("a web page instead of sound")
        case .text: .damaged("text instead of sound")
        case .unknown: .damaged("nothing that is known")
        }
    }
}
