/// The `COMM` chunk of an AIFF or AIFF-C file, which describes the samples.
///
/// Apple, "Audio Interchange File Format: AIFF", version 1.3, and "AIFF-C", draft of 26 August 1991.
struct AiffDescription {
    /// Maximum number of bytes read of the chunk. In AIFF-C, the name of the compression in plain words follows them.
    static let maximumLength = 22

    private let channelCount: Int
    private let frameCount: Int64
    private let sampleWidth: Int
    private let sampleRate: Int
    private let compression: FourCharacterCode

    /// Reads a `COMM` chunk.
    /// - Parameters:
    ///   - chunk: the beginning of the chunk, up to ``maximumLength`` bytes.
    ///   - isCompressed: whether the file is AIFF-C. Its chunk also contains a compression code.
    /// - Returns: nil if the chunk is too short.
    init?(_ chunk: UnsafeRawBufferPointer, isCompressed: Bool) {
        var reader = ByteReader(chunk)
        channelCount = Int(reader.read(UInt16.self))
        frameCount = Int64(reader.read(UInt32.self))
        sampleWidth = (Int(reader.read(UInt16.self)) + 7) / 8
        sampleRate = Self.rate(exponent: reader.read(UInt16.self), mantissa: reader.read(UInt64.self))
        compression = isCompressed ? reader.readCode() : "NONE"
        if reader.isExhausted { return nil }
    }

    /// Returns how the file's sample frames are laid out.
    /// - Throws: `SegmentProblem` if the sound cannot be decoded.
    func layout() throws(SegmentProblem) -> PcmLayout {
        try PcmLayout(
            encoding: Self.encoding(compression, bytes: sampleWidth), sampleRate: sampleRate,
            channelCount: channelCount, frameCount: frameCount == 0 ? nil : frameCount)
    }

    /// Returns the sample encoding for a compression code.
    /// - Parameter bytes: the bytes per sample, used if the code does not determine them.
    private static func encoding(_ code: FourCharacterCode, bytes: Int) throws(SegmentProblem) -> SampleEncoding {
        func encoding(_ number: SampleEncoding.Number, _ bytes: Int, little: Bool = false) -> SampleEncoding {
            SampleEncoding(number: number, byteCount: bytes, isBigEndian: !little)
        }
        switch code {
        case "NONE", "twos": return encoding(.signed, bytes)
        case "sowt": return encoding(.signed, bytes, little: true)
        case "raw ": return encoding(.unsigned, bytes)
        case "in24": return encoding(.signed, 3)
        case "42ni": return encoding(.signed, 3, little: true)
        case "in32": return encoding(.signed, 4)
        case "23ni": return encoding(.signed, 4, little: true)
        case "fl32", "FL32": return encoding(.float, 4)
        case "fl64", "FL64": return encoding(.float, 8)
        case "alaw", "ALAW": return encoding(.aLaw, 1)
        case "ulaw", "ULAW": return encoding(.muLaw, 1)
        case "ima4", "ADP4": throw .unsupportedCodec("IMA ADPCM")
        case "MAC3", "MAC6": throw .unsupportedCodec("MACE")
        case "GSM ", "agsm": throw .unsupportedCodec("GSM")
        case "QDM2", "QDMC": throw .unsupportedCodec("QDesign Music")
        case ".mp3": throw .unsupportedCodec("MP3 in AIFF")
        case _: throw .unsupportedCodec("the AIFF compression \(code)")
        }
    }

    /// Returns the sample rate, which the chunk states as an 80-bit floating-point number, rounded to an integer; zero
    /// if it exceeds 32 bits.
    private static func rate(exponent: UInt16, mantissa: UInt64) -> Int {
        let exponent = Int(exponent) - 16_383
        guard (0..<32).contains(exponent) else { return 0 }
        return Int(Double(sign: .plus, exponent: exponent - 63, significand: Double(mantissa)).rounded())
    }
}
