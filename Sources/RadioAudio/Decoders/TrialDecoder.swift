import RadioFormats

/// Decodes packets to find out whether they can be decoded, and to which format.
package struct TrialDecoder {
    /// The result of decoding one packet.
    package enum Outcome {
        /// The packet gave no sound, because it only primes the decoder, or because no decoder supports the format.
        case nothing
        /// The packet's sound. The samples are valid until the next packet is decoded.
        case sound(DecodedAudio)
        case damaged
    }

    private var decoder: (any AudioDecoder)?
    private var format: MediaFormat?
    /// Readable description of the last failure; nil if there was none.
    package private(set) var words: String?

    package init() {}

    /// Creates the decoder for packets of a format, unless the present decoder can decode them.
    package mutating func begin(_ format: MediaFormat) {
        guard self.format?.decodesLike(format) != true else { return }
        self.format = format
        do throws(DecoderError) {
            decoder = try AudioDecoders.make(for: format)
        } catch {
            decoder = nil
            words = Self.words(error)
        }
    }

    package mutating func decode(_ packet: Packet) -> Outcome {
        do throws(DecoderError) {
            guard let audio = try decoder?.decode(packet), audio.frameCount > 0 else { return .nothing }
            return .sound(audio)
        } catch {
            words = Self.words(error)
            return .damaged
        }
    }

    /// Notes that the next packet does not continue the previous one.
    package func reset() { decoder?.reset() }

    private static func words(_ error: DecoderError) -> String {
        switch error {
        case .damaged(let words), .unsupported(let words): words
        }
    }
}
