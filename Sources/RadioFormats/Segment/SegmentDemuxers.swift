/// Chooses the demuxer for a segment.
package enum SegmentDemuxers {
    /// Returns a demuxer; nil if ``SegmentKind/problem`` gives the reason why there is none.
    package static func demuxer(for kind: SegmentKind) -> (any SegmentDemuxer)? {
        switch kind {
        case .mpegTS: TransportStreamDemuxer()
        case .adts: PackedAudioDemuxer(.adts)
        case .mpegAudio: PackedAudioDemuxer(.mpegAudio)
        case .mp4: Fmp4Demuxer()
        case .foreign, .webVTT, .html, .text, .unknown: nil
        }
    }
}
