/// Finds the length of free-format frames (ISO/IEC 11172-3 §2.4.2.3) from the distance between headers.
///
/// No header states this length. Uncompressed quiet sound contains hundreds of apparent free-format headers at various
/// distances. Therefore **eight** frames at one distance must agree in all fields that an encoder keeps, and the bytes
/// between their headers must look compressed: the byte 0xFF is rare in frames, but half of the samples of quiet sound
/// are negative and begin or end with it.
enum FreeFormatSearch {
    /// The result of a search.
    enum Answer: Equatable {
        /// Length of a frame without padding, in bytes.
        case length(Int)
        case none
        /// At least this many bytes are needed to decide.
        case needs(Int)
    }

    /// Number of frames that must agree.
    static let agreement = 8
    /// Length of the longest frame that is found, in bytes. Encoders reach 2,880: 640 kbit/s at 32 kHz.
    static let maximumLength = 4096
    /// Bytes look compressed if fewer than one in this many of them is 0xFF. Of random bytes, one in 256 is 0xFF.
    static let sparsity = 16
    /// Number of bytes that must look compressed before the search begins. Eight frames have more bytes than this.
    private static let glance = 256
    /// The header bits that an encoder keeps: all but padding, the private bit and the mode extension.
    private static let keptBits: UInt32 = 0xFFFF_FCCF

    /// Searches for the frame length.
    /// - Parameters:
    ///   - header: a free-format header, at the beginning of `bytes`.
    static func answer(_ header: MpegAudioHeader, _ bytes: UnsafeRawBufferPointer) -> Answer {
        // This check of the first bytes rejects nearly all false headers before the slow search over all distances.
        guard bytes.count >= glance else { return .needs(glance) }
        guard isPacked(bytes[..<glance]) else { return .none }
        for distance in MpegAudioHeader.length...maximumLength + header.paddingLength {
            guard distance + MpegAudioHeader.length <= bytes.count else { return .needs(bytes.count + 256) }
            guard keptBits(bytes, at: distance) == keptBits(bytes, at: 0) else { continue }
            let length = distance - header.paddingLength
            guard let end = end(bytes, length: length) else { return .needs(bytes.count + length) }
            // The shortest distance at which headers repeat decides, because they also repeat at multiples of this
            // distance.
            if end > 0 { return isPacked(bytes[..<end]) ? .length(length) : .none }
        }
        return .none
    }

    /// Returns the position in `bytes` of the last of eight frames of this length; 0 if their headers do not agree, nil
    /// if more bytes are needed.
    private static func end(_ bytes: UnsafeRawBufferPointer, length: Int) -> Int? {
        var place = 0
        for _ in 1..<agreement {
            guard let header = MpegAudioHeader(UnsafeRawBufferPointer(rebasing: bytes[place...])) else { return 0 }
            place += length + header.paddingLength
            guard place + MpegAudioHeader.length <= bytes.count else { return nil }
            guard keptBits(bytes, at: place) == keptBits(bytes, at: 0) else { return 0 }
        }
        return place
    }

    /// Returns whether the bytes look compressed: 0xFF is rare in them.
    private static func isPacked(_ frames: Slice<UnsafeRawBufferPointer>) -> Bool {
        var count = 0
        for byte in frames where byte == 0xFF { count += 1 }
        return count * sparsity < frames.count
    }

    private static func keptBits(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) & keptBits
    }
}
