/// One encoded frame of sound. The bytes are borrowed: they are valid only during the call that passes the packet on.
package struct Packet {
    package var bytes: UnsafeRawBufferPointer
    /// Samples per channel that the packet adds to the programme, at its format's ``MediaFormat/sampleRate``.
    ///
    /// Zero for a packet that only primes the decoder.
    package var sampleCount: Int
    /// Samples per channel at the packet's beginning that are decoded but not heard; not part of ``sampleCount``.
    ///
    /// Either an earlier packet covers the time of these samples, or an edit list cuts them off. A negative lead is
    /// silence before the packet; ``sampleCount`` includes this silence.
    package var lead: Int
    /// Samples per channel at the packet's end that an edit list cuts off: decoded but not heard; not part of
    /// ``sampleCount``.
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
