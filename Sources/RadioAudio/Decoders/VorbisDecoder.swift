import CVorbis
import RadioFormats

/// Vorbis by libvorbis: packets without Ogg around them.
package final class VorbisDecoder: AudioDecoder {
    /// Owned, cleared in `deinit`, in the opposite order.
    private let state: UnsafeMutablePointer<State>
    private let format: PCMFormat
    private let order: ChannelOrder
    private var sound = SampleBuffer()

    private struct State {
        var info = vorbis_info()
        var dsp = vorbis_dsp_state()
        var block = vorbis_block()
    }

    /// Throws ``DecoderError/unsupported(_:)`` where libvorbis refuses the headers.
    package init(_ headers: VorbisHeaders) throws(DecoderError) {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        vorbis_info_init(&state.pointee.info)
        guard Self.read(headers, into: &state.pointee.info),
            vorbis_synthesis_init(&state.pointee.dsp, &state.pointee.info) == 0
        else {
            vorbis_info_clear(&state.pointee.info)
            state.deallocate()
            throw .unsupported("libvorbis refuses the stream's headers")
        }
        vorbis_block_init(&state.pointee.dsp, &state.pointee.block)
        let channels = Int(state.pointee.info.channels)
        format = PCMFormat(sampleRate: state.pointee.info.rate, channelCount: channels)
        order = .vorbis(channels: channels)
    }

    deinit {
        vorbis_block_clear(&state.pointee.block)
        vorbis_dsp_clear(&state.pointee.dsp)
        vorbis_info_clear(&state.pointee.info)
        state.deallocate()
    }

    /// libvorbis wants three headers; the comments in the middle are none of a decoder's business.
    private static func read(_ headers: VorbisHeaders, into info: inout vorbis_info) -> Bool {
        var comments = vorbis_comment()
        vorbis_comment_init(&comments)
        defer { vorbis_comment_clear(&comments) }
        for (index, bytes) in [headers.identification, VorbisHeaders.noComments, headers.setup].enumerated() {
            let code = bytes.withUnsafeBytes { bytes in
                var packet = packet(bytes)
                packet.b_o_s = index == 0 ? 1 : 0
                return vorbis_synthesis_headerin(&info, &comments, &packet)
            }
            if code != 0 { return false }
        }
        return true
    }

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        var taken = Self.packet(packet.bytes)
        guard vorbis_synthesis(&state.pointee.block, &taken) == 0,
            vorbis_synthesis_blockin(&state.pointee.dsp, &state.pointee.block) == 0
        else { throw .damaged("no Vorbis packet") }
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

    /// A packet's sound begins in the window of the one before, which is missing after a new start.
    package var blendsJoints: Bool { false }

    private static func packet(_ bytes: UnsafeRawBufferPointer) -> ogg_packet {
        var packet = ogg_packet()
        // libvorbis only reads; its field lacks the `const`.
        packet.packet = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        packet.bytes = bytes.count
        // Nothing is cut off here: whoever took the packets apart knows what of them is heard.
        packet.granulepos = -1
        return packet
    }
}
