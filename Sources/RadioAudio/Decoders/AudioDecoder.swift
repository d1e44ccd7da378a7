import RadioFormats

/// Turns the packets of one `MediaFormat` into sound. One instance a format; a new format gets a new decoder.
package protocol AudioDecoder: AnyObject {
    /// Decodes one packet, header included where the framing has one. What of it is heard is the caller's business: `Packet/lead` and
    /// `Packet/tail` are given, too.
    ///
    /// The answer's samples are borrowed from the decoder until its next call, and may be none: the first packet of AAC, and of MP3
    /// after a jump, only primes the decoder. A damaged packet throws ``DecoderError/damaged(_:)`` and the next may be good.
    func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio

    /// Forgets the packets before: the next one does not continue them.
    func reset()

    /// Of a new decoder that follows another: its first packet is given too, as what it holds alone, instead of only priming.
    func giveFirst()

    /// After ``reset()`` the end of the packets before still lies under the beginning of those that follow, so that the one goes over
    /// into the other.
    var blendsJoints: Bool { get }
}

/// What one packet decoded to.
package struct DecodedAudio {
    /// What *this* packet decoded to; trust it over the stream's header (SBR doubles the rate, PS the channels).
    package var format: PCMFormat
    /// Interleaved; a multiple of `format.channelCount`.
    package var samples: UnsafeBufferPointer<Float>
    /// Two channels were made of one by what the packets tell of them (parametric stereo: HE-AAC v2).
    package var isParametricStereo: Bool

    package init(format: PCMFormat, samples: UnsafeBufferPointer<Float>, isParametricStereo: Bool = false) {
        self.format = format
        self.samples = samples
        self.isParametricStereo = isParametricStereo
    }

    package var frameCount: Int { samples.count / max(format.channelCount, 1) }

    /// Far beyond what any encoder makes, as a multiple of full scale.
    static let loudest: Float = 16

    /// False where a sample is no number or beyond 16 times full scale: a damaged packet that the decoder took can be a million
    /// million times too loud.
    package var isPlausible: Bool {
        // The bits of a float's size sort as the size does, infinity and what is no number after all others.
        var largest: UInt32 = 0
        for sample in samples { largest = max(largest, sample.bitPattern & 0x7FFF_FFFF) }
        return largest <= Self.loudest.bitPattern
    }
}
