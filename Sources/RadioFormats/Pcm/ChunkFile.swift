/// The two families of chunk files with sound, WAVE and AIFF.
enum ChunkFile: Hashable {
    case wave(isBigEndian: Bool)
    /// An AIFF file, or an AIFF-C file if `isCompressed`. The compression that AIFF-C names may be "none".
    case aiff(isCompressed: Bool)

    /// Length of a file's signature in bytes.
    static let signLength = 12

    /// Reads a file's signature.
    /// - Parameter bytes: at least ``signLength`` bytes.
    /// - Returns: nil if the file begins differently.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = ByteReader(bytes)
        let family = reader.readCode()
        reader.skip(4)
        switch (family, reader.readCode()) {
        // EBU Tech 3306 defines RF64, ITU-R BS.2088 BW64.
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): self = .wave(isBigEndian: false)
        case ("RIFX", "WAVE"): self = .wave(isBigEndian: true)
        case ("FORM", "AIFF"): self = .aiff(isCompressed: false)
        case ("FORM", "AIFC"): self = .aiff(isCompressed: true)
        case _: return nil
        }
    }

    private var isBigEndian: Bool { self != .wave(isBigEndian: false) }

    /// Returns the name and size of a chunk. A chunk of odd size is padded with one byte.
    /// - Parameter bytes: at least eight bytes.
    func chunkHead(_ bytes: UnsafeRawBufferPointer) -> (name: FourCharacterCode, size: UInt32) {
        var reader = ByteReader(bytes)
        let name = reader.readCode()
        let size = reader.read(UInt32.self)
        return (name, isBigEndian ? size : size.byteSwapped)
    }

    /// Returns whether `size` stands for an unknown size, as in the header of a live stream.
    static func isUnknown(_ size: UInt32) -> Bool {
        switch size {
        // Zero, or the maximum, from which some programs subtract the length of the header.
        case 0, 0xFFFF_FF00...UInt32.max: true
        // The values that SoX (for WAVE and AIFF) and arecord write.
        case 0x7FFF_F000...0x7FFF_FFFF, 0x7F00_0000...0x7F00_00FF: true
        case _: false
        }
    }
}
