import RadioFormats

/// Decodes the packets of one `MediaFormat`. A new format needs a new decoder.
package protocol AudioDecoder: AnyObject {
    /// Decodes one packet. If the format's framing has a header, such as that of ADTS, the packet includes it.
    ///
    /// The result includes the samples that `Packet/lead` and `Packet/tail` exclude; the caller drops them. The samples
    /// are in the decoder's own buffer, which stays valid until the decoder's next call. The result may be empty,
    /// because the first packet of AAC, and of MP3 after a jump, only primes the decoder.
    /// - Throws: ``DecoderError/damaged(_:)`` for a damaged packet; the next packet may be good.
    func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio

    /// Forgets the previous packets, because the next packet does not continue them.
    func reset()

    /// Makes a new decoder return the sound of its first packet, instead of only priming itself with that packet.
    ///
    /// Called on a decoder that takes over from another one. The sound of the first packet may be incomplete, because
    /// the new decoder has not decoded the packets before it.
    func giveFirst()

    /// Whether the decoder still overlaps the last packet before ``reset()`` with the first packet after it, so that
    /// the sound of the one blends into the sound of the other.
    var blendsJoints: Bool { get }
}

/// The sound of one packet.
package struct DecodedAudio {
    /// Format of this packet's sound. It may differ from the format in the stream's header, because spectral band
    /// replication doubles the sample rate and parametric stereo doubles the channel count.
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

    /// Largest plausible magnitude of a sample, as a multiple of full scale. No encoder produces samples near it.
    static let loudest: Float = 16

    /// False if a sample is not a number, or exceeds 16 times full scale.
    ///
    /// A damaged packet that a decoder accepts can be 10^12 times too loud.
    package var isPlausible: Bool {
        // Compared as integers without the sign bit, floats have the order of their magnitudes. Infinity and NaN are
        // the largest.
        var largest: UInt32 = 0
        for sample in samples { largest = max(largest, sample.bitPattern & 0x7FFF_FFFF) }
        return largest <= Self.loudest.bitPattern
    }
}
