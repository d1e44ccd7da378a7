import COpus
import RadioFormats

/// Opus by libopus, at 48 kHz: packets without Ogg around them.
package final class OpusDecoder: AudioDecoder {
    /// Samples per channel of the longest packet: 120 ms.
    private static let longest = 5760

    /// Owned, destroyed in `deinit`.
    private let decoder: OpaquePointer
    private let format: PCMFormat
    private var sound = SampleBuffer()

    /// Throws ``DecoderError/unsupported(_:)`` where libopus refuses what the header describes.
    package init(_ header: OpusHeader) throws(DecoderError) {
        format = PCMFormat(sampleRate: OpusHeader.sampleRate, channelCount: header.channelCount)
        let order = ChannelOrder.vorbis(channels: header.mappingFamily == 1 ? header.channelCount : 0).sources
        // libopus gives the channels in whatever order it is told.
        let mapping = order.isEmpty ? header.mapping : order.map { header.mapping[$0] }
        var code: Int32 = 0
        guard
            let decoder = opus_multistream_decoder_create(
                Int32(OpusHeader.sampleRate), Int32(header.channelCount), Int32(header.streamCount),
                Int32(header.coupledCount), mapping, &code)
        else { throw .unsupported("libopus: \(String(cString: opus_strerror(code)))") }
        self.decoder = decoder
        _ = longwave_opus_set_gain(decoder, Int32(header.outputGain))
    }

    deinit { opus_multistream_decoder_destroy(decoder) }

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        // libopus takes nothing for a lost packet, and would make something up.
        guard packet.bytes.count > 0, let length = OpusHeader.sampleCount(ofPacket: packet.bytes) else {
            throw .damaged("no Opus packet")
        }
        let samples = sound.take(min(length, Self.longest) * format.channelCount)
        let frames = opus_multistream_decode_float(
            decoder, packet.bytes.bindMemory(to: UInt8.self).baseAddress, Int32(clamping: packet.bytes.count),
            samples.baseAddress!, Int32(length), 0)
        guard frames >= 0 else { throw .damaged(String(cString: opus_strerror(frames))) }
        return DecodedAudio(
            format: format, samples: UnsafeBufferPointer(rebasing: samples[..<(Int(frames) * format.channelCount)]))
    }

    package func reset() { _ = longwave_opus_reset(decoder) }

    package func giveFirst() {}

    package var blendsJoints: Bool { false }
}
