import CVorbis
import RadioFormats

/// Decodes bare Vorbis packets with libvorbis.
package final class VorbisDecoder: AudioDecoder {
    /// libvorbis's state, owned by this object and cleared in `deinit`.
    private let state: UnsafeMutablePointer<State>
    /// The stream's headers. libvorbis's ``state`` contains pointers into them.
    private let stream: VorbisInfo
    private let format: PCMFormat
    private let order: ChannelOrder
    private var sound = SampleBuffer()

    /// libvorbis's structs for decoding, which must not move in memory.
    private struct State {
        var dsp = vorbis_dsp_state()
        var block = vorbis_block()
    }

    /// Creates a decoder.
    /// - Throws: ``DecoderError/unsupported(_:)`` if the headers are invalid, or need too much memory.
    package init(_ headers: VorbisHeaders) throws(DecoderError) {
        guard let stream = VorbisInfo(headers) else { throw Self.refusal }
        self.stream = stream
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        guard vorbis_synthesis_init(&state.pointee.dsp, stream.info) == 0 else {
            state.deallocate()
            throw Self.refusal
        }
        vorbis_block_init(&state.pointee.dsp, &state.pointee.block)
        format = stream.format
        order = .vorbis(channels: format.channelCount)
    }

    deinit {
        vorbis_block_clear(&state.pointee.block)
        vorbis_dsp_clear(&state.pointee.dsp)
        state.deallocate()
    }

    private static var refusal: DecoderError { .unsupported("libvorbis does not accept the stream's headers") }

    /// Decodes one Vorbis packet. Returns no samples for the first packet, which only primes the decoder.
    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        // The packet is passed without a granule position, so libvorbis cuts nothing off. The demuxer decides which
        // samples are heard.
        var taken = VorbisInfo.packet(packet.bytes)
        guard vorbis_synthesis(&state.pointee.block, &taken) == 0,
            vorbis_synthesis_blockin(&state.pointee.dsp, &state.pointee.block) == 0
        else { throw .damaged("not a Vorbis packet") }
        var channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
        let frames = Int(vorbis_synthesis_pcmout(&state.pointee.dsp, &channels))
        guard frames > 0, let channels else {
            return DecodedAudio(format: format, samples: .init(start: nil, count: 0))
        }
        let samples = sound.take(frames * format.channelCount)
        for channel in 0..<format.channelCount {
            guard let source = channels[order.sources[channel]] else { continue }
            var index = channel
            for frame in 0..<frames {
                samples[index] = source[frame]
                index += format.channelCount
            }
        }
        vorbis_synthesis_read(&state.pointee.dsp, Int32(frames))
        return DecodedAudio(format: format, samples: UnsafeBufferPointer(samples))
    }

    package func reset() { vorbis_synthesis_restart(&state.pointee.dsp) }

    package func giveFirst() {}

    /// False, because a packet's sound begins in the window of the previous packet, which is missing after a reset.
    package var blendsJoints: Bool { false }
}
