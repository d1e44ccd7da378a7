/// Cuts a stream of MPEG audio or ADTS into its frames and tags for an inspection. Also emits the pieces that a player
/// does not need.
package struct FrameSurvey {
    // Exactly one of the following chains is set. They are optionals because an enum's payload cannot change in place.
    private var mpeg: FrameChain<MpegAudioHeader>?
    private var adts: FrameChain<AdtsHeader>?

    /// Creates a survey. Returns nil for a kind of stream that is not cut into frames.
    package init?(_ kind: ContentKind) {
        switch kind {
        case .mpegAudio: mpeg = FrameChain()
        case .adts: adts = FrameChain()
        case .ogg, .flac, .mp4, .mpegTS, .wave, .aiff, .unsupported, .m3u, .hlsPlaylist, .pls, .xspf, .asx, .html,
            .unknown:
            return nil
        }
    }

    /// Number of bytes that belong neither to a frame nor to a tag.
    package var garbageInAll: Int { mpeg?.garbageInAll ?? adts?.garbageInAll ?? 0 }
    /// Number of bytes cut so far.
    package var position: Int { mpeg?.position ?? adts?.position ?? 0 }
    /// The description of the whole file in its first frame (a Xing or similar header); nil if there is none.
    package var information: XingHeader? { mpeg?.information }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void) {
        mpeg?.feed(bytes, emit)
        adts?.feed(bytes, emit)
    }

    /// Ends the stream.
    package mutating func finish(_ emit: (FramePiece) -> Void) {
        mpeg?.finish(emit)
        adts?.finish(emit)
    }
}
