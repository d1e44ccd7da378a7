/// Cuts a stream of MPEG audio or ADTS for an inspection, with everything that a player is not told of.
package struct FrameSurvey {
    // One of the two; they are changed in place.
    private var mpeg: FrameChain<MpegAudioHeader>?
    private var adts: FrameChain<AdtsHeader>?

    /// Returns nil for a kind that is not cut into frames.
    package init?(_ kind: ContentKind) {
        switch kind {
        case .mpegAudio: mpeg = FrameChain()
        case .adts: adts = FrameChain()
        case .ogg, .flac, .mp4, .mpegTS, .wave, .aiff, .unsupported, .m3u, .hlsPlaylist, .pls, .xspf, .asx, .html,
            .unknown:
            return nil
        }
    }

    /// Bytes that belong to no frame and no tag.
    package var garbageInAll: Int { mpeg?.garbageInAll ?? adts?.garbageInAll ?? 0 }
    /// Bytes that were cut so far.
    package var position: Int { mpeg?.position ?? adts?.position ?? 0 }
    /// What the first frame said of the whole file.
    package var information: XingHeader? { mpeg?.information }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void) {
        mpeg?.feed(bytes, emit)
        adts?.feed(bytes, emit)
    }

    /// Says that nothing follows.
    package mutating func finish(_ emit: (FramePiece) -> Void) {
        mpeg?.finish(emit)
        adts?.finish(emit)
    }
}
