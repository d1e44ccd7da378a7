/// Cuts a stream of AAC in ADTS into its frames, without decoding.
///
/// It begins anywhere: garbage is passed over until a header is confirmed by the two behind it. ID3v2 tags come out as
/// metadata (up to 64 KiB, else passed over). A format is said before the first packet and at each change; a
/// discontinuity where bytes were lost between two packets. It never says `.end`.
///
/// Packets keep their ADTS header. For HE-AAC the header names the core coder's rate: 1,024 samples at that rate last
/// exactly as long as the 2,048 that are decoded. Where the header leaves the channels to the frame's program config
/// element, the format says two.
package struct AdtsFramer {
    private var chain = FrameChain<AdtsHeader>()

    package init() {}

    /// Bytes that belonged to no frame since the last one; tags do not count.
    package var bytesSinceLastFrame: Int { chain.garbage }

    /// Whether more than ``AudioFraming/maximumGarbage`` bytes held no frame: this is not sound, or no longer.
    package var isGarbage: Bool { chain.garbage > AudioFraming.maximumGarbage }

    /// The header of the last frame.
    package var lastHeader: AdtsHeader? { chain.lastHeader }

    /// Takes the next bytes. Packets borrow their bytes from the input or from the framer, for the call only;
    /// `emit` must not use the framer.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, _ emit: (StreamElement) -> Void) {
        chain.feed(bytes) { $0.hand(on: emit) }
    }

    /// Says that no bytes follow: the last whole frames come out, the rest is dropped.
    package mutating func finish(_ emit: (StreamElement) -> Void) { chain.finish { $0.hand(on: emit) } }
}
