/// The two families of sound files that consist of chunks: WAVE and AIFF.
enum ChunkFile: Hashable {
    case wave(isBigEndian: Bool)
    /// An AIFF file, or an AIFF-C file if `isCompressed`. Despite its name, an AIFF-C file may contain uncompressed
    /// samples.
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
        // RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088) are variants of WAVE for more than 4 GiB.
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): self = .wave(isBigEndian: false)
        case ("RIFX", "WAVE"): self = .wave(isBigEndian: true)
        case ("FORM", "AIFF"): self = .aiff(isCompressed: false)
        case ("FORM", "AIFC"): self = .aiff(isCompressed: true)
        case _: return nil
        }
    }

    private var isBigEndian: Bool { self != .wave(isBigEndian: false) }

    /// Returns the name of a chunk, and the size of its content in bytes. If the size is odd, one byte of padding
    /// follows the content.
    /// - Parameter bytes: the chunk's header: at least eight bytes.
    func chunkHead(_ bytes: UnsafeRawBufferPointer) -> (name: FourCharacterCode, size: UInt32) {
        var reader = ByteReader(bytes)
        let name = reader.readCode()
        let size = reader.read(UInt32.self)
        return (name, isBigEndian ? size : size.byteSwapped)
    }

    /// Returns whether a chunk's `size` means that the size is unknown, as in the header of a live stream.
    static func isUnknown(_ size: UInt32) -> Bool {
        switch size {
        // 0, or the largest 32-bit number, from which some programs subtract the length of the file's header.
        case 0, 0xFFFF_FF00...UInt32.max: true
        // The values that SoX (for WAVE and AIFF) and arecord write for an unknown size.
        case 0x7FFF_F000...0x7FFF_FFFF, 0x7F00_0000...0x7F00_00FF: true
        case _: false
        }
    }
}
