import COpus
import RadioFormats

/// Decodes bare Opus packets with libopus at 48 kHz.
package final class OpusDecoder: AudioDecoder {
    /// Samples per channel in the longest packet: 120 ms at 48 kHz.
    private static let longest = 5760

    /// The libopus decoder, owned by this object and destroyed in `deinit`.
    private let decoder: Decoder
    private let format: PCMFormat
    private var sound = SampleBuffer()

    /// One of libopus's two kinds of decoders.
    private enum Decoder {
        /// A decoder for mono or stereo.
        case single(OpaquePointer)
        /// A decoder for any number of channels in any order.
        ///
        /// In libopus 1.3.1, such a decoder takes twice the time of ``single(_:)``, because it queries the processor's
        /// features for every packet.
        case multistream(OpaquePointer)
    }

    /// Creates a decoder.
    /// - Throws: ``DecoderError/unsupported(_:)`` if libopus refuses the header's values.
    package init(_ header: OpusHeader) throws(DecoderError) {
        format = PCMFormat(sampleRate: OpusHeader.sampleRate, channelCount: header.channelCount)
        let order = ChannelOrder.vorbis(channels: header.mappingFamily == 1 ? header.channelCount : 0).sources
        // libopus outputs the channels in the order of this mapping.
        let mapping = order.isEmpty ? header.mapping : order.map { header.mapping[$0] }
        var code: Int32 = 0
        let (rate, channels) = (Int32(OpusHeader.sampleRate), Int32(header.channelCount))
        let isSingle = header.streamCount == 1 && mapping.elementsEqual((0..<header.channelCount).map(UInt8.init))
        let created =
            isSingle
            ? opus_decoder_create(rate, channels, &code).map(Decoder.single)
            : opus_multistream_decoder_create(
                rate, channels, Int32(header.streamCount), Int32(header.coupledCount), mapping, &code
            ).map(Decoder.multistream)
        guard let created else { throw .unsupported("libopus: \(String(cString: opus_strerror(code)))") }
        decoder = created
        switch decoder {
        case .single(let decoder): _ = longwave_opus_set_gain(decoder, Int32(header.outputGain))
        case .multistream(let decoder): _ = longwave_opus_multistream_set_gain(decoder, Int32(header.outputGain))
        }
    }

    deinit {
        switch decoder {
        case .single(let decoder): opus_decoder_destroy(decoder)
        case .multistream(let decoder): opus_multistream_decoder_destroy(decoder)
        }
    }

    /// Decodes one Opus packet. Throws if the packet is empty or longer than 120 ms.
    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        // libopus treats an empty packet as a lost packet, and would invent sound for it.
        guard packet.bytes.count > 0, let length = OpusHeader.sampleCount(ofPacket: packet.bytes) else {
            throw .damaged("not an Opus packet")
        }
        let samples = sound.take(min(length, Self.longest) * format.channelCount)
        let bytes = packet.bytes.bindMemory(to: UInt8.self).baseAddress
        let (count, room) = (Int32(clamping: packet.bytes.count), Int32(length))
        let frames =
            switch decoder {
            case .single(let decoder): opus_decode_float(decoder, bytes, count, samples.baseAddress!, room, 0)
            case .multistream(let decoder):
                opus_multistream_decode_float(decoder, bytes, count, samples.baseAddress!, room, 0)
            }
        guard frames >= 0 else { throw .damaged(String(cString: opus_strerror(frames))) }
        return DecodedAudio(
            format: format, samples: UnsafeBufferPointer(rebasing: samples[..<(Int(frames) * format.channelCount)]))
    }

    package func reset() {
        switch decoder {
        case .single(let decoder): _ = longwave_opus_reset(decoder)
        case .multistream(let decoder): _ = longwave_opus_multistream_reset(decoder)
        }
    }

    package func giveFirst() {}

    package var blendsJoints: Bool { false }
}
