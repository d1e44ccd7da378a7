import CFAAD
import RadioFormats

/// AAC-LC, HE-AAC v1 and v2 by libfaad, in ADTS or as bare access units.
///
/// The rate and channels are those of each decoded frame: spectral band replication doubles the rate and parametric stereo
/// makes two channels of one, and neither is known from an ADTS header. libfaad answers mono with two equal channels; they are
/// folded to one unless spectral band replication is at work, where parametric stereo may begin at any frame.
package final class FaadDecoder: AudioDecoder {
    /// Whether packets carry an ADTS header, or what describes them.
    private let framing: MediaFormat.Framing
    /// The handle; owned, closed in `deinit` and at each new start. Nil until a packet could start it.
    private var handle: NeAACDecHandle?
    /// The header's fields that a running handle depends on (object type, rate, channels); a change needs a new start.
    private var startedHeader: UInt32 = 0
    /// The stream's header says: one channel, coded as such.
    private var isMonoStream = false
    private var errorsInARow = 0
    private var givesFirst = false
    private let order = FaadChannelOrder()

    /// After so many bad packets in a row the handle is started anew: its prediction state may be what is bad.
    static let errorsBeforeRestart = 3
    /// An AAC frame is at most 6144 bits a channel (ISO/IEC 14496-3 §4.5.3.1), here for eight channels, and its header.
    package static let maximumPacketSize = 8 * 768 + 9

    /// Throws ``DecoderError/unsupported(_:)`` when an AudioSpecificConfig describes something that libfaad cannot decode.
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
        // Spectral band replication begins anew. The overlap stays: libfaad keeps it.
        NeAACDecPostSeekReset(handle, -1)
        errorsInARow = 0
    }

    /// The first packet's windows rise from nothing: half of what they overlap with is missing.
    package func giveFirst() {
        givesFirst = true
        if let handle { countFirst(handle) }
    }

    package var blendsJoints: Bool { true }

    /// libfaad keeps the first frame's samples back; it takes the next one for the second.
    private func countFirst(_ handle: NeAACDecHandle) { NeAACDecPostSeekReset(handle, 1) }

    package func decode(_ packet: Packet) throws(DecoderError) -> DecodedAudio {
        let packet = packet.bytes
        guard packet.count > 0, packet.count <= Self.maximumPacketSize else { throw .damaged("not an AAC frame") }
        // libfaad only reads; its parameters lack the `const`.
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

    private func startIfNeeded(_ packet: UnsafeRawBufferPointer, _ bytes: UnsafeMutablePointer<UInt8>)
        throws(DecoderError)
    {
        switch framing {
        case .raw(let config):
            if handle == nil { handle = try Self.start(config: config) }
        case .adts, .mpegAudio, .vorbis, .opus, .flac, .pcm:
            // libfaad accepts garbage here, so the header is checked: sync word and layer (ISO/IEC 14496-3 §1.A.2.2.1).
            guard packet.count > 7, packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 else {
                throw .damaged("not an ADTS header")
            }
            // Object type, rate index and channel configuration, without the private bit between them.
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

    private static func open() throws(DecoderError) -> NeAACDecHandle {
        guard let handle = NeAACDecOpen(), let configuration = NeAACDecGetCurrentConfiguration(handle) else {
            throw .unsupported("libfaad cannot start")
        }
        configuration.pointee.outputFormat = UInt8(FAAD_FMT_FLOAT)
        // Otherwise AAC-LC up to 24 kHz comes out at twice its rate.
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

    // MARK: What comes out

    private func isPlainMono(_ info: NeAACDecFrameInfo) -> Bool {
        // libfaad's frame information says two front channels here, so the header must tell.
        isMonoStream && info.channels == 2 && info.ps == 0 && info.sbr == UInt8(NO_SBR)
    }

    /// Keeps the first of each pair, in libfaad's own buffer, which is ours until the next call.
    private static func folded(_ samples: UnsafeMutablePointer<Float>, count: Int, rate: Int) -> DecodedAudio {
        let frames = count / 2
        for index in 0..<frames { samples[index] = samples[2 * index] }
        return DecodedAudio(
            format: PCMFormat(sampleRate: rate, channelCount: 1),
            samples: UnsafeBufferPointer(start: samples, count: frames))
    }

    private func failed(_ code: UInt8) -> DecoderError {
        errorsInARow += 1
        if errorsInARow >= Self.errorsBeforeRestart { stop() }
        return .damaged(NeAACDecGetErrorMessage(code).map { String(cString: $0) } ?? "error \(code)")
    }
}
