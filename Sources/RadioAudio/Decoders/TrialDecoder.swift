import RadioFormats

/// Decodes packets to see whether they can be decoded, and to what.
package struct TrialDecoder {
    package enum Outcome {
        /// No sound yet, or no decoder for it.
        case nothing
        /// Valid until the next packet.
        case sound(DecodedAudio)
        case damaged
    }

    private var decoder: (any AudioDecoder)?
    private var format: MediaFormat?
    /// Why something could not be decoded, the last time.
    package private(set) var words: String?

    package init() {}

    /// Packets are of this format from now on.
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

    /// What comes next does not go on from what came.
    package func reset() { decoder?.reset() }

    private static func words(_ error: DecoderError) -> String {
        switch error {
        case .damaged(let words), .unsupported(let words): words
        }
    }
}
