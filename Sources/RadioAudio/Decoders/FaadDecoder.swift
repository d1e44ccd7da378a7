import CFAAD
import RadioFormats

/// Decodes AAC-LC and HE-AAC v1 and v2 with libfaad, in ADTS or as bare access units.
///
/// The sample rate and channel count come from each decoded frame. Spectral band replication doubles the rate,
/// parametric stereo turns one channel into two, and an ADTS header announces neither. libfaad decodes mono to two
/// equal channels. `FaadDecoder` returns only one of them, unless spectral band replication is active, because
/// parametric stereo may then begin at any frame.
package final class FaadDecoder: AudioDecoder {
    /// The framing of the packets: ADTS, or bare access units with their AudioSpecificConfig.
    private let framing: MediaFormat.Framing
    /// The libfaad handle, owned by this object and closed in `deinit` and at each restart. Nil from a restart until
    /// the next packet, and for ADTS also before the first packet.
    private var handle: NeAACDecHandle?
    /// Object type, rate and channels in the ADTS header with which the handle was created. If they change in a later
    /// header, the handle is replaced.
    private var startedHeader: UInt32 = 0
    /// True if the ADTS header or AudioSpecificConfig states a single channel.
    private var isMonoStream = false
    private var errorsInARow = 0
    private var givesFirst = false
    private let order = FaadChannelOrder()

    /// Number of damaged packets in a row after which the handle restarts, because its prediction state may be damaged.
    static let errorsBeforeRestart = 3
    /// Maximum length of a packet in bytes: 6144 bits per channel (ISO/IEC 14496-3 §4.5.3.1) for eight channels, and an
    /// ADTS header of 9 bytes.
    package static let maximumPacketSize = 8 * 768 + 9

    /// Creates a decoder.
    /// - Throws: ``DecoderError/unsupported(_:)`` if an AudioSpecificConfig describes AAC that libfaad cannot decode.
    package init(framing: MediaFormat.Framing) throws(DecoderError) {
        self.framing = framing
        if case .raw(let config) = framing {
            handle = try Self.start(config: config)
            isMonoStream = AudioSpecificConfig(config)?.channelCount == 1
        }
    }

    deinit {
        if let handle { NeAACDecClose(handle) }
    }

    package func reset() {
        guard let handle else { return }
        // This call restarts spectral band replication. libfaad keeps the half of the last frame that overlaps with the
        // next one.
        NeAACDecPostSeekReset(handle, -1)
        errorsInARow = 0
    }

    /// Makes the decoder return the sound of the first packet.
    ///
    /// That sound fades in, because it should overlap with the frame before, which is missing.
    package func giveFirst() {
        givesFirst = true
        if let handle { countFirst(handle) }
    }

    package var blendsJoints: Bool { true }

    /// Makes libfaad treat the next frame as the second one, because libfaad returns no samples for the first one.
    private func countFirst(_ handle: NeAACDecHandle) { NeAACDecPostSeekReset(handle, 1) }

    /// Decodes one AAC frame. Returns no samples if libfaad uses the frame only to prepare for the next one.
    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        let packet = packet.bytes
        guard packet.count > 0, packet.count <= Self.maximumPacketSize else { throw .damaged("not an AAC frame") }
        // libfaad only reads the bytes, although its parameters are not `const`.
        let bytes = UnsafeMutablePointer(mutating: packet.bindMemory(to: UInt8.self).baseAddress!)
        try startIfNeeded(packet, bytes)
        var info = NeAACDecFrameInfo()
        let samples = NeAACDecDecode(handle, &info, bytes, UInt(packet.count))
        guard info.error == 0 else {
            throw failed(info.error)
        }
        errorsInARow = 0
        let format = PCMFormat(sampleRate: Int(info.samplerate), channelCount: Int(info.channels))
        guard let samples, info.samples > 0, format.channelCount > 0, format.sampleRate > 0 else {
            return DecodedAudio(format: format, samples: UnsafeBufferPointer(start: nil, count: 0))
        }
        let floats = samples.assumingMemoryBound(to: Float.self)
        if isPlainMono(info) { return Self.folded(floats, count: Int(info.samples), rate: format.sampleRate) }
        if format.channelCount > 2 {
            order.apply(to: floats, count: Int(info.samples), channels: format.channelCount, info: &info)
        }
        return DecodedAudio(
            format: format, samples: UnsafeBufferPointer(start: floats, count: Int(info.samples)),
            isParametricStereo: info.ps != 0)
    }

    // MARK: Starting

    /// Creates the handle if there is none. Replaces the handle if the ADTS header has changed.
    private func startIfNeeded(_ packet: UnsafeRawBufferPointer, _ bytes: UnsafeMutablePointer<UInt8>)
        throws(DecoderError)
    {
        switch framing {
        case .raw(let config):
            if handle == nil { handle = try Self.start(config: config) }
        case .adts, .mpegAudio, .vorbis, .opus, .flac, .pcm:
            // libfaad accepts garbage, so the sync word and layer are checked here (ISO/IEC 14496-3 §1.A.2.2.1).
            guard packet.count > 7, packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 else {
                throw .damaged("not an ADTS header")
            }
            // From the ADTS header: object type, rate index and channel configuration, without the private bit between
            // them.
            let header = UInt32(packet[2] & 0xFD) << 8 | UInt32(packet[3] & 0xC0)
            if handle != nil, header == startedHeader { return }
            stop()
            let handle = try Self.start(firstPacket: bytes, packet.count)
            if givesFirst { countFirst(handle) }
            self.handle = handle
            startedHeader = header
            isMonoStream = packet[2] & 0x01 == 0 && packet[3] & 0xC0 == 0x40
        }
    }

    private func stop() {
        if let handle { NeAACDecClose(handle) }
        handle = nil
        errorsInARow = 0
    }

    /// Returns a new handle with 32-bit float output.
    private static func open() throws(DecoderError) -> NeAACDecHandle {
        guard let handle = NeAACDecOpen(), let configuration = NeAACDecGetCurrentConfiguration(handle) else {
            throw .unsupported("libfaad cannot start")
        }
        configuration.pointee.outputFormat = UInt8(FAAD_FMT_FLOAT)
        // Without this setting, libfaad decodes AAC-LC of up to 24 kHz to twice its rate.
        configuration.pointee.dontUpSampleImplicitSBR = 1
        configuration.pointee.downMatrix = 0
        guard NeAACDecSetConfiguration(handle, configuration) == 1 else {
            NeAACDecClose(handle)
            throw .unsupported("this libfaad has no 32-bit float output")
        }
        return handle
    }

    private static func start(firstPacket bytes: UnsafeMutablePointer<UInt8>, _ count: Int) throws(DecoderError)
        -> NeAACDecHandle
    {
        let handle = try open()
        var rate: UInt = 0
        var channels: UInt8 = 0
        guard NeAACDecInit(handle, bytes, UInt(count), &rate, &channels) >= 0 else {
            NeAACDecClose(handle)
            throw .damaged("libfaad does not accept the ADTS header")
        }
        return handle
    }

    /// Returns a handle for bare access units with this AudioSpecificConfig.
    private static func start(config: [UInt8]) throws(DecoderError) -> NeAACDecHandle {
        let handle = try open()
        var rate: UInt = 0
        var channels: UInt8 = 0
        var bytes = config
        let code = bytes.withUnsafeMutableBufferPointer {
            NeAACDecInit2(handle, $0.baseAddress, UInt($0.count), &rate, &channels)
        }
        guard code >= 0 else {
            NeAACDecClose(handle)
            throw .unsupported("libfaad cannot decode this kind of AAC")
        }
        return handle
    }

    // MARK: Output

    private func isPlainMono(_ info: NeAACDecFrameInfo) -> Bool {
        // libfaad reports two front channels for mono frames, too, so the channel count in the stream's header is used.
        isMonoStream && info.channels == 2 && info.ps == 0 && info.sbr == UInt8(NO_SBR)
    }

    /// Returns the first of two channels. The result is in libfaad's own buffer, which stays valid until libfaad
    /// decodes the next frame.
    private static func folded(_ samples: UnsafeMutablePointer<Float>, count: Int, rate: Int) -> DecodedAudio {
        let frames = count / 2
        for index in 0..<frames { samples[index] = samples[2 * index] }
        return DecodedAudio(
            format: PCMFormat(sampleRate: rate, channelCount: 1),
            samples: UnsafeBufferPointer(start: samples, count: frames))
    }

    /// Counts a damaged packet, and returns the error for it. Closes the handle after ``errorsBeforeRestart`` damaged
    /// packets in a row.
    private func failed(_ code: UInt8) -> DecoderError {
        errorsInARow += 1
        if errorsInARow >= Self.errorsBeforeRestart { stop() }
        return .damaged(NeAACDecGetErrorMessage(code).map { String(cString: $0) } ?? "error \(code)")
    }
}
