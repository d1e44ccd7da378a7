import COpus
import RadioFormats

/// Opus by libopus, at 48 kHz: packets without Ogg around them.
package final class OpusDecoder: AudioDecoder {
    /// Samples per channel of the longest packet: 120 ms.
    private static let longest = 5760

    /// Owned, destroyed in `deinit`.
    private let decoder: Decoder
    private let format: PCMFormat
    private var sound = SampleBuffer()

    private enum Decoder {
        /// Mono or stereo.
        case single(OpaquePointer)
        /// Any number of channels, in any order. Each packet takes it twice the time in libopus 1.3.1, which asks the
        /// processor what it can do again and again.
        case multistream(OpaquePointer)
    }

    /// Throws ``DecoderError/unsupported(_:)`` where libopus refuses what the header describes.
    package init(_ header: OpusHeader) throws(DecoderError) {
        format = PCMFormat(sampleRate: OpusHeader.sampleRate, channelCount: header.channelCount)
        let order = ChannelOrder.vorbis(channels: header.mappingFamily == 1 ? header.channelCount : 0).sources
        // libopus gives the channels in whatever order it is told.
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

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        // libopus takes nothing for a lost packet, and would make something up.
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
