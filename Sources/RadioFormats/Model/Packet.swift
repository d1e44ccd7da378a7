/// One encoded frame of sound. The bytes are borrowed: they are valid only during the call that hands them over.
package struct Packet {
    package var bytes: UnsafeRawBufferPointer
    /// Samples per channel that it stands for, at its format's ``MediaFormat/sampleRate``.
    /// Zero: it only primes the decoder.
    package var sampleCount: Int
    /// Samples per channel at its beginning that are decoded and not heard, beside ``sampleCount``: their time was given before, or an
    /// edit list cuts them off. Below zero: so much silence comes before it, which ``sampleCount`` includes.
    package var lead: Int
    /// Samples per channel at its end that are decoded and not heard, beside ``sampleCount``: an edit list cuts them off.
    package var tail: Int
    /// The decoder begins anew with it, and its sound follows that of the packets before without a seam: the first of another link of an
    /// Ogg chain.
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

    /// Samples per channel that a demuxer's packet decodes to, heard or not.
    package var decodedCount: Int { sampleCount + lead + tail }
}
