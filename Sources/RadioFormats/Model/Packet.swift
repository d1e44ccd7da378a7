/// One encoded frame of sound. The bytes are borrowed: they are valid only during the call that hands them over.
public struct Packet {
    public var bytes: UnsafeRawBufferPointer
    /// Samples per channel that it stands for, at its format's ``MediaFormat/sampleRate``.
    /// Zero: it only primes the decoder.
    public var sampleCount: Int
    /// Samples per channel at its beginning that are decoded and not heard, beside ``sampleCount``: their time was given before, or an
    /// edit list cuts them off. Below zero: so much silence comes before it, which ``sampleCount`` includes.
    public var lead: Int
    /// Samples per channel at its end that are decoded and not heard, beside ``sampleCount``: an edit list cuts them off.
    public var tail: Int

    public init(bytes: UnsafeRawBufferPointer, sampleCount: Int, lead: Int = 0, tail: Int = 0) {
        self.bytes = bytes
        self.sampleCount = sampleCount
        self.lead = lead
        self.tail = tail
    }

    /// Samples per channel that a demuxer's packet decodes to, heard or not.
    public var decodedCount: Int { sampleCount + lead + tail }
}
