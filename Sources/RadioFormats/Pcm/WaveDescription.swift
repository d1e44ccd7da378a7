/// The `fmt ` chunk of a WAVE file, which describes the samples.
///
/// Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", and `WAVEFORMATEXTENSIBLE` of mmreg.h.
struct WaveDescription {
    /// Maximum number of bytes read of the chunk.
    static let maximumLength = 40
    /// Minimum length of the chunk in bytes: the length of its first version, which lacks the bits per sample.
    static let minimumLength = 14
    /// The format tag of files in which a GUID in the chunk's extension names the format.
    private static let extensible: UInt32 = 0xFFFE
    /// The last eight bytes of every GUID that stands for a format tag.
    private static let guidEnd: [UInt8] = [0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]

    /// Number of the codec (RFC 2361 appendix A), from the GUID if there is one.
    private(set) var formatTag: UInt32
    private let isBigEndian: Bool
    private let channelCount: Int
    private let sampleRate: Int
    private let bytesPerFrame: Int
    private let bitsPerSample: Int

    /// Reads a `fmt ` chunk.
    /// - Parameter chunk: the beginning of the chunk, up to ``maximumLength`` bytes.
    /// - Returns: nil if the chunk is too short.
    init?(_ chunk: UnsafeRawBufferPointer, isBigEndian: Bool) {
        guard chunk.count >= Self.minimumLength else { return nil }
        var reader = ByteReader(chunk)
        func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
            isBigEndian ? reader.read(type) : reader.read(type).byteSwapped
        }
        self.isBigEndian = isBigEndian
        formatTag = UInt32(next(UInt16.self))
        channelCount = Int(next(UInt16.self))
        sampleRate = Int(next(UInt32.self))
        reader.skip(4)
        bytesPerFrame = Int(next(UInt16.self))
        // The reader returns zero if the chunk ends before the bits per sample.
        bitsPerSample = Int(next(UInt16.self))
        guard formatTag == Self.extensible, chunk.count >= Self.maximumLength else { return }
        // Skips the extension's length, the number of valid bits, and the mask of loudspeakers.
        reader.skip(8)
        let tag = next(UInt32.self)
        reader.skip(4)
        guard reader.rest.elementsEqual(Self.guidEnd) else { return }
        // In big-endian files, SoX writes the GUID's first 32-bit number as two 16-bit numbers.
        formatTag = isBigEndian && tag & 0xFFFF == 0 ? tag >> 16 : tag
    }

    /// True if the file contains MPEG audio or ADTS frames instead of uncompressed samples.
    var holdsFrames: Bool { [0x50, 0x55, 0x1600].contains(formatTag) }

    /// Returns how the file's sample frames are laid out.
    /// - Throws: `SegmentProblem` if the sound cannot be decoded.
    func layout() throws(SegmentProblem) -> PcmLayout {
        let number: SampleEncoding.Number
        switch formatTag {
        case 1: number = sampleWidth == 1 ? .unsigned : .signed
        case 3: number = .float
        case 6: number = .aLaw
        case 7: number = .muLaw
        case let tag: throw .unsupportedCodec(Self.name(tag))
        }
        return try PcmLayout(
            encoding: SampleEncoding(number: number, byteCount: sampleWidth, isBigEndian: isBigEndian),
            sampleRate: sampleRate, channelCount: channelCount)
    }

    /// Length of a sample in bytes: ``bytesPerFrame`` divided by ``channelCount`` if the result is plausible, otherwise
    /// ``bitsPerSample`` in whole bytes.
    private var sampleWidth: Int {
        let needed = (bitsPerSample + 7) / 8
        let share = bytesPerFrame / max(channelCount, 1)
        return share > 0 && share >= needed && share * channelCount == bytesPerFrame ? share : needed
    }

    /// Returns the usual name of the codec that a format tag stands for.
    private static func name(_ tag: UInt32) -> String {
        switch tag {
        case 0x02: return "Microsoft ADPCM"
        case 0x11: return "IMA ADPCM"
        case 0x10, 0x17, 0x20, 0x36, 0x40, 0x45, 0x64, 0x65, 0x69, 0x200: return "ADPCM"
        case 0x22: return "TrueSpeech"
        case 0x31, 0x32: return "GSM"
        case 0x42, 0x59: return "G.723"
        case 0x50: return "MPEG audio"
        case 0x55: return "MP3"
        case 0x92, 0x2000: return "AC-3"
        case 0xFF, 0x1600...0x1610: return "AAC"
        case 0x160...0x163: return "Windows Media Audio"
        case 0x270: return "ATRAC3"
        case 0x674F...0x6771: return "Vorbis in WAV"
        case 0x704F: return "Opus in WAV"
        case 0x2001: return "DTS"
        case 0xF1AC: return "FLAC in WAV"
        case _: return "the WAV format 0x\(String(tag, radix: 16, uppercase: true))"
        }
    }
}
