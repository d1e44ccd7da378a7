/// Cuts a stream of AAC in ADTS into its frames without decoding them.
///
/// The framer starts at any byte: it skips garbage until it finds a header that the next two headers confirm. ID3v2
/// tags up to 64 KiB are emitted as metadata, longer ones are skipped. The framer emits a format before the first
/// packet and at each change, and a discontinuity where bytes were lost between two packets. It never emits `.end`.
///
/// Packets keep their ADTS header. For HE-AAC the header states the core coder's rate: 1,024 samples at that rate last
/// exactly as long as the 2,048 decoded samples. If the header leaves the channels to the frame's program config
/// element, the format assumes two.
package struct AdtsFramer {
    private var chain = FrameChain<AdtsHeader>()

    package init() {}

    /// Number of bytes since the last frame that belong to no frame. The bytes of tags are not counted.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// True if more than ``AudioFraming/maximumGarbage`` bytes contained no frame: the stream is not AAC (any more).
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

    /// The header of the last frame.
    package var lastHeader: AdtsHeader? { chain.lastHeader }

    /// Takes the next bytes.
    ///
    /// A packet borrows its bytes from the input or the framer, and is valid only during the call of `emit`, which must
    /// not use the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        chain.feed(bytes) { $0.hand(on: emit) }
    }

    /// Ends the stream: emits the last whole frames and drops the rest.
    package mutating func finish(_ emit: (StreamElement) -> Void) { chain.finish { $0.hand(on: emit) } }
}
