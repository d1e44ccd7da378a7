/// StreamMuxConfig: the layout of a LATM stream's elements (ISO/IEC 14496-3 §1.7.3.1).
///
/// The reader accepts one program with one layer, which is all that broadcasters use (ETSI TS 101 154 §C.5).
struct LatmConfig: Hashable {
    /// The result of reading a configuration.
    enum Reading {
        case config(LatmConfig)
        /// The configuration is cut off or invalid.
        case broken
        case unsupported(String)
    }

    /// The length of a frame's payload.
    enum PayloadLength: Hashable {
        /// Bytes before each payload give its length.
        case told
        /// Every payload has this many bits.
        case fixed(Int)
    }

    var audio: AudioSpecificConfig
    /// The bits from which ``audio`` was read, shifted to begin with a whole byte.
    var audioBytes: [UInt8]
    var payloadLength: PayloadLength
    /// Number of frames in each AudioMuxElement.
    var frameCount: Int

    /// Reads a configuration from the current position of `reader`.
    static func read(_ reader: inout BitReader) -> Reading {
        let version = reader.read(1)
        // audioMuxVersionA is reserved for later versions.
        if version == 1, reader.readFlag() { return .unsupported("LATM of a later version") }
        if version == 1 { _ = value(&reader) }
        let isSameTiming = reader.readFlag()
        let frameCount = reader.read(6) + 1
        let programCount = reader.read(4) + 1
        let layerCount = reader.read(3) + 1
        if reader.isExhausted { return .broken }
        guard isSameTiming, programCount == 1, layerCount == 1 else { return .unsupported("LATM with several layers") }
        var length: Int?
        if version == 1 {
            let told = value(&reader)
            guard told <= reader.remaining else { return .broken }
            length = told
        }
        let start = reader.position
        let end = length.map { start + $0 }
        guard let audio = AudioSpecificConfig(&reader, end: end) else { return .broken }
        let audioBytes = reader.copy(from: start, count: length ?? audio.bitCount)
        if let end { reader.skip(end - reader.position) }
        // The length of an unsupported configuration is unknown, so nothing after it can be found.
        if let problem = audio.problem, case .unsupportedCodec(let name) = problem { return .unsupported(name) }
        guard (1..<32).contains(audio.objectType) else { return .unsupported("MPEG audio in LATM") }
        let payloadLength: PayloadLength
        switch reader.read(3) {
        case 0:
            // Skips latmBufferFullness.
            reader.skip(8)
            payloadLength = .told
        case 1: payloadLength = .fixed(8 * (reader.read(9) + 20))
        case _: return .unsupported("LATM of another coder")
        }
        // otherDataPresent: other data follows the frames and is ignored. Its length, which comes here, is skipped. A
        // checksum flag comes next.
        if reader.readFlag() {
            if version == 1 {
                _ = value(&reader)
            } else {
                while !reader.isExhausted, reader.read(9) & 0x100 != 0 {}
            }
        }
        if reader.readFlag() { reader.skip(8) }
        if reader.isExhausted { return .broken }
        return .config(
            LatmConfig(audio: audio, audioBytes: audioBytes, payloadLength: payloadLength, frameCount: frameCount))
    }

    /// Reads a LatmGetValue: one to four bytes.
    private static func value(_ reader: inout BitReader) -> Int {
        let count = reader.read(2) + 1
        return reader.read(8 * count)
    }
}
