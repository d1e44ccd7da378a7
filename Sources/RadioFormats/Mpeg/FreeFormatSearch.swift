/// Finds the length of free format's frames (ISO/IEC 11172-3 §2.4.2.3), which no header names: the distance between
/// headers tells it.
///
/// Samples of quiet sound hold headers of free format by the hundred, at distances of all kinds. So **eight** frames must
/// agree in everything that an encoder keeps, at one distance, and what is between their headers must be packed: every
/// second sample of quiet sound is below zero and begins, or ends, with 0xFF, which is rare in frames.
enum FreeFormatSearch {
    enum Answer: Equatable {
        /// Bytes of a frame without padding.
        case length(Int)
        case none
        /// Nothing can be decided before so many bytes are there.
        case needs(Int)
    }

    /// Frames that must agree.
    static let agreement = 8
    /// 640 kbit/s at 32 kHz, the most that encoders offer, is 2,880.
    static let maximumLength = 4096
    /// Of so many bytes one may be 0xFF; of random ones one of 256 is.
    static let sparsity = 16
    /// Bytes that are looked at first; eight frames are longer.
    private static let glance = 256
    /// Everything but padding, the private bit and the mode's extension.
    private static let keptBits: UInt32 = 0xFFFF_FCCF

    /// - Parameters:
    ///   - header: of free format, at the beginning of `bytes`.
    static func answer(_ header: MpegAudioHeader, _ bytes: UnsafeRawBufferPointer) -> Answer {
        // Nearly all headers that samples hold are given up here, before all distances are tried.
        guard bytes.count >= glance else { return .needs(glance) }
        guard isPacked(bytes[..<glance]) else { return .none }
        for distance in MpegAudioHeader.length...maximumLength + header.paddingLength {
            guard distance + MpegAudioHeader.length <= bytes.count else { return .needs(bytes.count + 256) }
            guard keptBits(bytes, at: distance) == keptBits(bytes, at: 0) else { continue }
            let length = distance - header.paddingLength
            guard let end = end(bytes, length: length) else { return .needs(bytes.count + length) }
            // The first distance at which headers repeat decides: a pattern repeats at its multiples, too.
            if end > 0 { return isPacked(bytes[..<end]) ? .length(length) : .none }
        }
        return .none
    }

    /// Where the last of the frames that agree begins; 0 where they do not, nil where more bytes are needed.
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

    private static func isPacked(_ frames: Slice<UnsafeRawBufferPointer>) -> Bool {
        var count = 0
        for byte in frames where byte == 0xFF { count += 1 }
        return count * sparsity < frames.count
    }

    private static func keptBits(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) & keptBits
    }
}
