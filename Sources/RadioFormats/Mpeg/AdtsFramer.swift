/// Cuts a stream of AAC in ADTS into its frames without decoding them.
///
/// The framer starts at any byte: it skips garbage until it finds a header with two more headers at the right distances
/// after it. ID3v2 tags are emitted as metadata (see ``Id3TagReader``). The framer emits a format before the first packet
/// and at each change, and a discontinuity where bytes were lost between two packets. It never emits `.end`.
///
/// Packets keep their ADTS header. For HE-AAC the header states half the sample rate of the decoded sound. A packet's
/// 1,024 samples at that rate last exactly as long as the 2,048 samples that it decodes to. If only the frame's program
/// config element gives the number of channels, the format states two.
package struct AdtsFramer {
    private var chain = FrameChain<AdtsHeader>()

    package init() {}

    /// Number of bytes since the last frame that belong neither to a frame nor to a tag.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// True if more than ``AudioFraming/maximumGarbage`` bytes in a row contained no frame. The stream is then not AAC,
    /// or no longer.
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

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
