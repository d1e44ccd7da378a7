/// Creates the demuxer for each kind of segment.
package enum SegmentDemuxers {
    /// Returns a demuxer for segments of this kind. If there is none, returns nil; ``SegmentKind/problem`` is then the
    /// reason.
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
