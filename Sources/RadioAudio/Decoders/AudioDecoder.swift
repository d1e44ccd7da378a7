import RadioFormats

/// Decodes the packets of one `MediaFormat`. A new format needs a new decoder.
package protocol AudioDecoder: AnyObject {
    /// Decodes one packet. If the format's framing has a header, such as that of ADTS, the packet includes it.
    ///
    /// The result includes the samples of `Packet/lead` and `Packet/tail`; the caller drops those that are not heard.
    /// The samples are borrowed from the decoder until its next call. The result may be empty, because the first packet
    /// of AAC, and of MP3 after a jump, only primes the decoder.
    /// - Throws: ``DecoderError/damaged(_:)`` for a damaged packet; the next packet may be good.
    func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio

    /// Forgets the previous packets, because the next one does not continue them.
    func reset()

    /// Makes a new decoder return the sound of its first packet, instead of only priming itself with that packet.
    ///
    /// Called on a decoder that takes over from another one. The sound may be incomplete, because the decoder lacks the
    /// packets before.
    func giveFirst()

    /// Whether the packets before and after ``reset()`` still overlap, so that the sound before blends into the sound
    /// after.
    var blendsJoints: Bool { get }
}

/// The sound of one packet.
package struct DecodedAudio {
    /// Format of this packet's sound. It may differ from the stream's header, because SBR doubles the rate and PS
    /// doubles the channels.
    package var format: PCMFormat
    /// Interleaved samples; their number is a multiple of `format.channelCount`.
    package var samples: UnsafeBufferPointer<Float>
    /// True if parametric stereo (HE-AAC v2) turned one channel into two.
    package var isParametricStereo: Bool

    package init(format: PCMFormat, samples: UnsafeBufferPointer<Float>, isParametricStereo: Bool = false) {
        self.format = format
        self.samples = samples
        self.isParametricStereo = isParametricStereo
    }

    package var frameCount: Int { samples.count / max(format.channelCount, 1) }

    /// Highest plausible sample, as a multiple of full scale. It is far above what any encoder produces.
    static let loudest: Float = 16

    /// False if a sample is not a number, or exceeds 16 times full scale.
    ///
    /// A damaged packet that a decoder accepts can be 10^12 times too loud.
    package var isPlausible: Bool {
        // Without their sign bit, the bits of floats sort like their magnitudes, with infinity and NaN at the end.
        var largest: UInt32 = 0
        for sample in samples { largest = max(largest, sample.bitPattern & 0x7FFF_FFFF) }
        return largest <= Self.loudest.bitPattern
    }
}
