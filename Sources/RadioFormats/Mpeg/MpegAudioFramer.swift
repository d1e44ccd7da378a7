/// Cuts a stream of MPEG audio (MPEG-1, 2, 2.5; Layers I to III) into its frames, without decoding.
///
/// It begins anywhere: garbage is passed over until a header is confirmed by the two behind it. ID3v2 tags come out as
/// metadata (up to 64 KiB, else passed over), ID3v1 and APE tags are passed over. A format is said before the first
/// packet and at each change; a discontinuity where bytes were lost between two packets. It never says `.end`.
/// The frame of a Xing, Info or VBRI header holds no sound and is no packet: see ``information``.
package struct MpegAudioFramer {
    private var chain = FrameChain<MpegAudioHeader>()

    package init() {}

    /// Bytes that belonged to no frame since the last one; tags do not count.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// Whether more than ``AudioFraming/maximumGarbage`` bytes held no frame: this is not sound, or no longer.
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

    /// What the first frame said of the whole file; known before the first packet comes out.
    package var information: XingHeader? { chain.information }

    /// The header of the last frame.
    package var lastHeader: MpegAudioHeader? { chain.lastHeader }

    /// The file's length as ``information`` says it, without what the encoder added before and behind.
    package var statedDuration: MediaTime? {
        guard let information, let frames = information.frameCount, let header = chain.lastHeader else { return nil }
        let added = (information.encoderDelay ?? 0) + (information.encoderPadding ?? 0)
        return MediaTime(samples: Int64(max(frames * header.samplesPerFrame - added, 0)), rate: header.sampleRate)
    }

    /// Takes the next bytes. Packets borrow their bytes from the input or from the framer, for the call only;
    /// `emit` must not use the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        chain.feed(bytes) { $0.hand(on: emit) }
    }

    /// Says that no bytes follow: the last whole frames come out, the rest is dropped.
    package mutating func finish(_ emit: (StreamElement) -> Void) { chain.finish { $0.hand(on: emit) } }
}
