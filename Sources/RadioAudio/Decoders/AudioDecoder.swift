import RadioFormats

/// Decodes the packets of one `MediaFormat`. A new format needs a new decoder.
package protocol AudioDecoder: AnyObject {
    /// Decodes one packet, including the header that its framing has.
    ///
    /// The result includes the samples of `Packet/lead` and `Packet/tail`; the caller drops those that are not heard.
    /// The samples are borrowed from the decoder until its next call. There may be none: the first packet of AAC, and
    /// of MP3 after a jump, only primes the decoder.
    /// - Throws: ``DecoderError/damaged(_:)`` for a damaged packet; the next packet may be good.
    func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio

    /// Forgets the previous packets, because the next one does not continue them.
    func reset()

    /// Lets a new decoder that follows another one give the sound of its first packet, instead of only priming with it.
    ///
    /// That sound is what the first packet holds by itself.
    func giveFirst()

    /// Whether the packets before and after ``reset()`` still overlap, so that one sound blends into the other.
    var blendsJoints: Bool { get }
}

/// The sound of one packet.
package struct DecodedAudio {
    /// Format of this packet's sound. It may differ from the stream's header: SBR doubles the rate, PS the channels.
    package var format: PCMFormat
    /// Interleaved samples; their number is a multiple of `format.channelCount`.
    package var samples: UnsafeBufferPointer<Float>
    /// True if one channel became two by data in the packets (parametric stereo: HE-AAC v2).
    package var isParametricStereo: Bool

    package init(format: PCMFormat, samples: UnsafeBufferPointer<Float>, isParametricStereo: Bool = false) {
        self.format = format
        self.samples = samples
        self.isParametricStereo = isParametricStereo
    }

    package var frameCount: Int { samples.count / max(format.channelCount, 1) }

    /// Highest plausible sample as a multiple of full scale, far above what any encoder makes.
    static let loudest: Float = 16

    /// False if a sample is not a number, or exceeds 16 times full scale.
    ///
    /// A damaged packet that a decoder accepts can be 10^12 times too loud.
    package var isPlausible: Bool {
        // A float's magnitude bits have the same order as the magnitudes, with infinity and NaN at the end.
        var largest: UInt32 = 0
        for sample in samples { largest = max(largest, sample.bitPattern & 0x7FFF_FFFF) }
        return largest <= Self.loudest.bitPattern
    }
}
