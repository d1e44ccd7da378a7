import CMPG123
import RadioFormats

/// Decodes MPEG-1, 2 and 2.5 audio, Layers I to III, with libmpg123 in feed mode.
///
/// Every frame decodes to exactly its own samples, at its own rate and channel count. The decoder trims nothing for
/// gapless playback (the framer knows the encoder delay), skips no information frame (the framer removes them), and
/// resamples nothing. A Layer III frame whose bit reservoir is missing decodes to incomplete sound, mostly silence. At
/// the beginning of a stream, such frames only prime the decoder and return no sound.
package final class Mpg123Decoder: AudioDecoder {
    /// The libmpg123 handle, owned by this object and deleted in `deinit`.
    private let handle: OpaquePointer
    private var format = PCMFormat(sampleRate: 0, channelCount: 0)
    /// Size of the free-format frames for which the handle was opened (see ``freeFormatSize(_:)``); 0 for ordinary
    /// frames.
    private var freeFormatSize = 0
    private var isOpen = false
    /// Number of further packets that may prime the decoder without returning sound; 0 once a packet returned sound.
    private var primersLeft = Mpg123Decoder.maximumPrimers
    /// Number of bytes of Layer III main data in the packets that have primed the decoder so far.
    private var reservoir = 0

    /// Maximum number of packets at a stream's beginning that prime the decoder without returning sound.
    ///
    /// A burst begins with any frame. The bit reservoir of that frame may be in the one to three frames before it,
    /// which were not received.
    static let maximumPrimers = 10
    /// Maximum length of a packet in bytes.
    ///
    /// The longest frame is a free-format frame of Layer II or III at 640 kbit/s and 8 kHz.
    package static let maximumPacketSize = 16 * 1024

    /// Creates a decoder.
    package init() throws(DecoderError) {
        // Versions of libmpg123 before 1.27 need this call once. In later versions, it is thread-safe and has no
        // effect.
        mpg123_init()
        var code: Int32 = 0
        guard let handle = mpg123_new(nil, &code) else {
            throw .unsupported("libmpg123: \(String(cString: mpg123_plain_strerror(code)))")
        }
        self.handle = handle
        // These flags replace libmpg123's default flags, which include GAPLESS and AUTO_RESAMPLE.
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
        // For `mpg123_format2`, a rate of 0 stands for all sample rates of MPEG audio.
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

    /// Decodes one MPEG audio frame. Returns no samples if the frame only primes the decoder.
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
                // Each packet must be a whole frame, so a decoder that needs more bytes got a damaged packet.
                throw damaged()
            }
        }
    }

    /// Returns whether a packet only primes the decoder: no sound was returned yet, and the packet lacks its bit
    /// reservoir.
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

    /// Makes libmpg123 start a new stream for the first packet, after a reset or a damaged frame, and when the
    /// free-format frame size changes.
    private func openIfNeeded(_ packet: UnsafeRawBufferPointer) {
        let size = Self.freeFormatSize(packet)
        if isOpen, size == freeFormatSize { return }
        freeFormatSize = size
        // libmpg123 applies the parameter when a stream is opened. Opening also makes libmpg123 forget all previous
        // packets.
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

    /// Returns the error for a damaged frame. Makes libmpg123 start anew with the next packet, so that it does not join
    /// left-over bytes of the damaged frame to that packet.
    private func damaged() -> DecoderError {
        isOpen = false
        let code = mpg123_errcode(handle)
        return .damaged(code == Self.ok ? "incomplete MPEG audio frame" : String(cString: mpg123_strerror(handle)))
    }

    /// Returns the frame's size without header and padding if its bit rate is "free" (ISO/IEC 11172-3 §2.4.2.3).
    ///
    /// libmpg123 needs this size. Returns 0 for other frames.
    private static func freeFormatSize(_ packet: UnsafeRawBufferPointer) -> Int {
        guard packet[2] & 0xF0 == 0 else { return 0 }
        let isLayerOne = packet[1] & 0x06 == 0x06
        let padding = packet[2] & 0x02 == 0 ? 0 : (isLayerOne ? 4 : 1)
        return packet.count - 4 - padding
    }

    private static let ok = MPG123_OK.rawValue
    private static let newFormat = MPG123_NEW_FORMAT.rawValue
}
