/// StreamMuxConfig: the description of how AudioMuxElements, the units of a LATM stream, contain the sound (ISO/IEC
/// 14496-3 §1.7.3.1).
///
/// Only configurations with one program and one layer are accepted. Broadcasters use no others (ETSI TS 101 154 §C.5).
struct LatmConfig: Hashable {
    /// The result of reading a configuration.
    enum Reading {
        case config(LatmConfig)
        /// The configuration is cut off or invalid.
        case broken
        case unsupported(String)
    }

    /// How the length of each frame's payload is known.
    enum PayloadLength: Hashable {
        /// Bytes before each payload give its length.
        case told
        /// Every payload has this many bits.
        case fixed(Int)
    }

    var audio: AudioSpecificConfig
    /// The bits from which ``audio`` was read, shifted so that they begin with a whole byte.
    var audioBytes: [UInt8]
    var payloadLength: PayloadLength
    /// Number of frames in each AudioMuxElement.
    var frameCount: Int

    /// Reads a configuration from the current position of `reader`.
    static func read(_ reader: inout BitReader) -> Reading {
        let version = reader.read(1)
        // Version 1 has the flag audioMuxVersionA. If it is set, a later version of the standard defines the layout.
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
        // The length of an unsupported AudioSpecificConfig is unknown, so the fields after it cannot be found.
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
        // otherDataPresent: if this flag is set, other data follows the frames, and its length comes here. Both are
        // ignored. The flag crcCheckPresent comes next.
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

    /// Reads a LatmGetValue: a number of one to four bytes, whose count precedes them in two bits.
    private static func value(_ reader: inout BitReader) -> Int {
        let count = reader.read(2) + 1
        return reader.read(8 * count)
    }
}
