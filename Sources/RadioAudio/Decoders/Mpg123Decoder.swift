import CMPG123
import RadioFormats

/// MPEG-1, 2 and 2.5 audio, Layers I to III, by libmpg123 in feed mode.
///
/// Every frame gives exactly its samples, at its own rate and with its own channels: nothing is trimmed for gapless playback
/// (the framer knows about encoder delays), no information frame is skipped (the framer removes them), nothing is resampled.
/// A Layer III frame whose bit reservoir is missing decodes to what can be had of it, mostly silence; those that a stream begins
/// with, where it is joined in its middle, only prime the decoder and give nothing.
package final class Mpg123Decoder: AudioDecoder {
    /// The handle; owned, deleted in `deinit`.
    private let handle: OpaquePointer
    private var format = PCMFormat(sampleRate: 0, channelCount: 0)
    /// The size of the free-format frames that the handle was opened for, as libmpg123 counts it; 0 for ordinary frames.
    private var freeFormatSize = 0
    private var isOpen = false
    /// Packets that may still only prime the decoder; 0 once one was given.
    private var primersLeft = Mpg123Decoder.maximumPrimers
    /// Bytes of main data that the packets so far brought.
    private var reservoir = 0

    /// A server's burst that begins in the middle of a frame's reservoir lacks one to three packets.
    static let maximumPrimers = 10
    /// Frames whose size this decoder accepts: the largest frame is Layer II or III free format at 640 kbit/s and 8 kHz.
    package static let maximumPacketSize = 16 * 1024

    package init() throws(DecoderError) {
        // Thread-safe and without effect since libmpg123 1.27; older ones must be told once.
        mpg123_init()
        var code: Int32 = 0
        guard let handle = mpg123_new(nil, &code) else {
            throw .unsupported("libmpg123: \(String(cString: mpg123_plain_strerror(code)))")
        }
        self.handle = handle
        // The defaults include GAPLESS and AUTO_RESAMPLE, so all flags are set, not added.
        let flags: [mpg123_param_flags] = [
            MPG123_QUIET, MPG123_FORCE_FLOAT, MPG123_IGNORE_INFOFRAME, MPG123_SKIP_ID3V2, MPG123_NO_PEEK_END,
            MPG123_NO_READAHEAD, MPG123_IGNORE_STREAMLENGTH,
        ]
        let mask = flags.reduce(0) { $0 | Int($1.rawValue) }
        _ = longwave_mpg123_param(handle, MPG123_FLAGS, mask, 0)
        _ = longwave_mpg123_param(handle, MPG123_RESYNC_LIMIT, -1, 0)
        _ = longwave_mpg123_param(handle, MPG123_INDEX_SIZE, 0, 0)
        _ = longwave_mpg123_param(handle, MPG123_RVA, 0, 0)
        mpg123_format_none(handle)
        // Rate 0 means every native rate.
        let channels = Int32(MPG123_MONO.rawValue | MPG123_STEREO.rawValue)
        guard mpg123_format2(handle, 0, channels, Int32(MPG123_ENC_FLOAT_32.rawValue)) == Self.ok else {
            mpg123_delete(handle)
            throw .unsupported("this libmpg123 has no 32-bit float output")
        }
    }

    deinit { mpg123_delete(handle) }

    package func reset() { isOpen = false }

    package func giveFirst() { primersLeft = 0 }

    package var blendsJoints: Bool { false }

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        let packet = packet.bytes
        guard packet.count >= 4, packet.count <= Self.maximumPacketSize else {
            throw .damaged("not an MPEG audio frame")
        }
        openIfNeeded(packet)
        guard mpg123_feed(handle, packet.bindMemory(to: UInt8.self).baseAddress, packet.count) == Self.ok else {
            throw damaged()
        }
        while true {
            var number: off_t = 0
            var audio: UnsafeMutablePointer<UInt8>?
            var byteCount = 0
            let code = mpg123_decode_frame(handle, &number, &audio, &byteCount)
            switch code {
            case Self.newFormat:
                try readFormat()
            case Self.ok:
                let count = primes(packet) ? 0 : byteCount / MemoryLayout<Float>.size
                let samples = UnsafeRawPointer(audio)?.assumingMemoryBound(to: Float.self)
                return DecodedAudio(format: format, samples: UnsafeBufferPointer(start: samples, count: count))
            default:
                // A packet is a whole frame: a wish for more bytes means that it is none.
                throw damaged()
            }
        }
    }

    /// Whether a packet comes before all sound and lacks its bit reservoir.
    private func primes(_ packet: UnsafeRawBufferPointer) -> Bool {
        guard primersLeft > 0 else { return false }
        guard let main = MpegAudioHeader.mainData(of: packet), main.begin > reservoir else {
            primersLeft = 0
            return false
        }
        reservoir += main.length
        primersLeft -= 1
        return true
    }

    private func openIfNeeded(_ packet: UnsafeRawBufferPointer) {
        let size = Self.freeFormatSize(packet)
        if isOpen, size == freeFormatSize { return }
        freeFormatSize = size
        // Applied when a stream is opened, which also forgets everything before.
        _ = longwave_mpg123_param(handle, MPG123_FREEFORMAT_SIZE, size == 0 ? -1 : size, 0)
        mpg123_open_feed(handle)
        isOpen = true
    }

    private func readFormat() throws(DecoderError) {
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        guard mpg123_getformat(handle, &rate, &channels, &encoding) == Self.ok,
            encoding == Int32(MPG123_ENC_FLOAT_32.rawValue), rate > 0, channels > 0
        else { throw damaged() }
        format = PCMFormat(sampleRate: rate, channelCount: Int(channels))
    }

    /// Bytes that wait in the handle belong to a damaged frame; the next packet must not be joined to them.
    private func damaged() -> DecoderError {
        isOpen = false
        let code = mpg123_errcode(handle)
        return .damaged(code == Self.ok ? "incomplete MPEG audio frame" : String(cString: mpg123_strerror(handle)))
    }

    /// The frame's size without header and padding, as libmpg123 wants it, when its bit rate field says "free" (ISO/IEC 11172-3 §2.4.2.3), else 0.
    private static func freeFormatSize(_ packet: UnsafeRawBufferPointer) -> Int {
        guard packet[2] & 0xF0 == 0 else { return 0 }
        let isLayerOne = packet[1] & 0x06 == 0x06
        let padding = packet[2] & 0x02 == 0 ? 0 : (isLayerOne ? 4 : 1)
        return packet.count - 4 - padding
    }

    private static let ok = MPG123_OK.rawValue
    private static let newFormat = MPG123_NEW_FORMAT.rawValue
}
