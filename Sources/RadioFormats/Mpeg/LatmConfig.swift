/// StreamMuxConfig: how the elements of a LATM stream are laid out (ISO/IEC 14496-3 §1.7.3.1).
///
/// One program with one layer is read, which is all that broadcasting uses (ETSI TS 101 154 §C.5).
struct LatmConfig: Hashable {
    enum Reading {
        case config(LatmConfig)
        /// Cut off, or no such thing.
        case broken
        case unsupported(String)
    }

    /// How long a frame's payload is.
    enum PayloadLength: Hashable {
        /// Bytes before it say it.
        case told
        /// Always so many bits.
        case fixed(Int)
    }

    var audio: AudioSpecificConfig
    /// The bytes of ``audio``, moved to the beginning of a byte.
    var audioBytes: [UInt8]
    var payloadLength: PayloadLength
    /// Frames of an element.
    var frameCount: Int

    static func read(_ reader: inout BitReader) -> Reading {
        let version = reader.read(1)
        // audioMuxVersionA is reserved for what is to come.
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
        // What is behind a configuration that is not known cannot be found.
        if let problem = audio.problem, case .unsupportedCodec(let name) = problem { return .unsupported(name) }
        guard (1..<32).contains(audio.objectType) else { return .unsupported("MPEG audio in LATM") }
        let payloadLength: PayloadLength
        switch reader.read(3) {
        case 0:
            // latmBufferFullness.
            reader.skip(8)
            payloadLength = .told
        case 1: payloadLength = .fixed(8 * (reader.read(9) + 20))
        case _: return .unsupported("LATM of another coder")
        }
        // otherDataPresent: behind the frames, where nobody looks; then a checksum.
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

    /// LatmGetValue: one to four bytes.
    private static func value(_ reader: inout BitReader) -> Int {
        let count = reader.read(2) + 1
        return reader.read(8 * count)
    }
}
