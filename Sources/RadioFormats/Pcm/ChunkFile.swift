/// The two families of files of chunks with sound in them.
enum ChunkFile: Hashable {
    case wave(isBigEndian: Bool)
    /// Compressed: AIFF-C, where a compression is named, which may be none.
    case aiff(isCompressed: Bool)

    /// Bytes with which a file begins.
    static let signLength = 12

    /// - Parameter bytes: at least ``signLength``.
    /// - Returns: nil where it begins otherwise.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        let family = reader.readCode()
        reader.skip(4)
        switch (family, reader.readCode()) {
        // EBU Tech 3306 (RF64), ITU-R BS.2088 (BW64).
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): self = .wave(isBigEndian: false)
        case ("RIFX", "WAVE"): self = .wave(isBigEndian: true)
        case ("FORM", "AIFF"): self = .aiff(isCompressed: false)
        case ("FORM", "AIFC"): self = .aiff(isCompressed: true)
        case _: return nil
        }
    }

    private var isBigEndian: Bool { self != .wave(isBigEndian: false) }

    /// The name and the size of a chunk; it is filled up to an even length.
    /// - Parameter bytes: at least eight.
    func chunkHead(_ bytes: UnsafeRawBufferPointer) -> (name: FourCharacterCode, size: UInt32) {
        var reader = ByteReader(bytes)
        let name = reader.readCode()
        let size = reader.read(UInt32.self)
        return (name, isBigEndian ? size : size.byteSwapped)
    }

    /// Whether a program that could not know the size of the sound, as of a live stream, writes this one.
    static func isUnknown(_ size: UInt32) -> Bool {
        switch size {
        // The most there is, also without the length of the header.
        case 0, 0xFFFF_FF00...UInt32.max: true
        // SoX, WAVE and AIFF; arecord.
        case 0x7FFF_F000...0x7FFF_FFFF, 0x7F00_0000...0x7F00_00FF: true
        case _: false
        }
    }
}
