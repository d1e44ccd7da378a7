/// Cuts a stream of MPEG audio or ADTS into its frames and tags, to report its structure. Also emits the tags and
/// frames that a player does not need.
package struct FrameSurvey {
    // Exactly one of these two is not nil. They are optionals, not an enum, because Swift cannot change an enum's
    // payload in place.
    private var mpeg: FrameChain<MpegAudioHeader>?
    private var adts: FrameChain<AdtsHeader>?

    /// Creates a survey of a stream of this kind. Returns nil if the stream is neither MPEG audio nor ADTS.
    /// - Parameter start: number of bytes at the stream's beginning that are not fed.
    package init?(_ kind: ContentKind, after start: Int = 0) {
        defer {
            mpeg?.begin(after: start)
            adts?.begin(after: start)
        }
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
    /// Number of the stream's bytes that were processed so far.
    package var position: Int { mpeg?.position ?? adts?.position ?? 0 }
    /// The description of the whole file in its first frame (a Xing or similar header); nil if there is none.
    package var information: XingHeader? { mpeg?.information }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (FramePiece) -> Void) {
        mpeg?.feed(bytes, emit)
        adts?.feed(bytes, emit)
    }

    /// Ends the stream, and emits the frames that are still complete.
    package mutating func finish(_ emit: (FramePiece) -> Void) {
        mpeg?.finish(emit)
        adts?.finish(emit)
    }
}
