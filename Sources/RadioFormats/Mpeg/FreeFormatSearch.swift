/// Finds the length of the free-format frames of MPEG audio (ISO/IEC 11172-3 §2.4.2.3) from the distance between two
/// headers.
///
/// No header states this length. A false match is likely: uncompressed quiet sound contains hundreds of apparent
/// free-format headers at various distances. Therefore the headers of **eight** frames at equal distances must agree in
/// all fields that an encoder does not change. The bytes between them must also look compressed: the byte 0xFF is rare
/// in frames, but half of the samples of quiet uncompressed sound are negative and contain it.
enum FreeFormatSearch {
    /// The result of a search for the frame length.
    enum Answer: Equatable {
        /// Length of a frame without padding, in bytes.
        case length(Int)
        case none
        /// At least this many bytes are needed to decide.
        case needs(Int)
    }

    /// Number of frames at equal distances whose headers must agree.
    static let agreement = 8
    /// Length of the longest frame that the search finds, in bytes. Encoders write frames of up to 2,880 bytes: 640
    /// kbit/s at 32 kHz.
    static let maximumLength = 4096
    /// Bytes look compressed if fewer than one in this many of them is 0xFF. Of random bytes, one in 256 is 0xFF.
    static let sparsity = 16
    /// Number of bytes that are checked before the search. If they do not look compressed, there is no search. Eight
    /// frames are longer than this.
    private static let glance = 256
    /// The header bits that an encoder does not change within a stream: all except padding, the private bit and the
    /// mode extension.
    private static let keptBits: UInt32 = 0xFFFF_FCCF

    /// Searches for the length of free-format frames.
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
            // Uses the shortest distance at which headers repeat. They also repeat at its multiples, which are not the
            // frame length.
            if end > 0 { return isPacked(bytes[..<end]) ? .length(length) : .none }
        }
        return .none
    }

    /// Returns the position in `bytes` of the last of eight frames of this length; 0 if the frames' headers do not
    /// agree; nil if more bytes are needed.
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
