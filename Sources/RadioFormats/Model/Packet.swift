/// One encoded frame of sound. The bytes are borrowed: they are valid only during the call to which the packet is
/// passed.
package struct Packet {
    package var bytes: UnsafeRawBufferPointer
    /// Samples per channel of this packet that are heard, at its format's ``MediaFormat/sampleRate``.
    ///
    /// Zero for a packet that is decoded only because the decoder needs it before the first heard packet.
    package var sampleCount: Int
    /// Samples per channel at the packet's beginning that are decoded but not heard; not part of ``sampleCount``.
    ///
    /// The container cuts such samples off, or an earlier packet already contains the sound of the same time. A
    /// negative number adds silence before the packet; ``sampleCount`` includes this silence.
    package var lead: Int
    /// Samples per channel at the packet's end that the container (an MP4 edit list or an Ogg link's last page) cuts
    /// off: decoded but not heard; not part of ``sampleCount``.
    package var tail: Int
    /// True if the decoder must restart although the sound continues without a gap, as at a new link of an Ogg chain.
    package var startsAnew: Bool

    package init(
        bytes: UnsafeRawBufferPointer, sampleCount: Int, lead: Int = 0, tail: Int = 0, startsAnew: Bool = false
    ) {
        self.bytes = bytes
        self.sampleCount = sampleCount
        self.lead = lead
        self.tail = tail
        self.startsAnew = startsAnew
    }

    /// Samples per channel that the packet decodes to, heard or not.
    package var decodedCount: Int { sampleCount + lead + tail }
}
