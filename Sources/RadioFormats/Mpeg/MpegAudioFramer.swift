/// Cuts a stream of MPEG audio (MPEG-1, 2, 2.5; Layers I to III) into its frames without decoding them.
///
/// The framer starts at any byte: it skips garbage until it finds a header with two more headers at the right distances
/// after it. ID3v2 tags up to 64 KiB are emitted as metadata; longer ones, ID3v1 and APE tags are skipped. The framer
/// emits a format before the first packet and at each change, and a discontinuity where bytes were lost between two
/// packets. It never emits `.end`. A frame with a Xing, Info or VBRI header holds no sound and is not emitted as a
/// packet: see ``information``.
package struct MpegAudioFramer {
    private var chain = FrameChain<MpegAudioHeader>()

    package init() {}

    /// Number of bytes since the last frame that belong neither to a frame nor to a tag.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// True if more than ``AudioFraming/maximumGarbage`` bytes in a row contained no frame. The stream is then not MPEG
    /// audio, or no longer.
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

    /// The description of the whole file in its first frame (a Xing or similar header), available before the first
    /// packet; nil if there is none.
    package var information: XingHeader? { chain.information }

    /// The header of the last emitted frame; nil before the first one.
    package var lastHeader: MpegAudioHeader? { chain.lastHeader }

    /// Duration of the file according to ``information``, without the samples that the encoder added at both ends; nil
    /// if not given.
    package var statedDuration: MediaTime? {
        guard let information, let frames = information.frameCount, let header = chain.lastHeader else { return nil }
        let added = (information.encoderDelay ?? 0) + (information.encoderPadding ?? 0)
        return MediaTime(samples: Int64(max(frames * header.samplesPerFrame - added, 0)), rate: header.sampleRate)
    }

    /// Takes the next bytes.
    ///
    /// A packet borrows its bytes from the input or the framer, and is valid only during the call of `emit`, which must
    /// not access the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        chain.feed(bytes) { $0.hand(on: emit) }
    }

    /// Ends the stream: emits the frames that are still complete, and drops the bytes of an incomplete one.
    package mutating func finish(_ emit: (StreamElement) -> Void) { chain.finish { $0.hand(on: emit) } }
}
