/// The format and length of a frame of AC-3, E-AC-3 or AC-4. Other content may look like a single frame, so
/// ``format(_:isComplete:)`` requires a second frame after the first.
struct DolbyFrame {
    /// Number of bytes at a frame's beginning that are needed to read the frame's length.
    private static let headLength = 7

    let format: UnsupportedFormat
    /// Length of the whole frame in bytes.
    let length: Int

    /// Returns the format if `bytes` begins with a frame, and another frame or the end of the content follows this
    /// frame; otherwise nil.
    static func format(_ bytes: UnsafeRawBufferPointer, isComplete: Bool) -> UnsupportedFormat? {
        guard let first = DolbyFrame(bytes) else { return nil }
        if bytes.count <= first.length { return isComplete && bytes.count == first.length ? first.format : nil }
        let next = DolbyFrame(UnsafeRawBufferPointer(rebasing: bytes[first.length...]))
        return next?.format == first.format ? first.format : nil
    }

    /// Reads the header at the beginning of `bytes`. Returns nil if no frame begins there.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headLength else { return nil }
        if bytes[0] == 0x0B, bytes[1] == 0x77 {
            guard let length = Self.ac3Length(bytes) else { return nil }
            (format, self.length) = (Self.isEnhanced(bytes) ? .eac3 : .ac3, length)
        } else if bytes[0] == 0xAC, bytes[1] & 0xFE == 0x40 {
            // ETSI TS 103 190-1 annex G: the frame's size follows the sync word in 16 bits, or in 24 bits after 0xFFFF.
            // After the sync word 0xAC41, the frame also has a checksum.
            let isLong = bytes[2] == 0xFF && bytes[3] == 0xFF
            let size =
                isLong
                ? Int(bytes[4]) << 16 | Int(bytes[5]) << 8 | Int(bytes[6]) : Int(bytes[2]) << 8 | Int(bytes[3])
            guard size > 0 else { return nil }
            (format, length) = (.ac4, (isLong ? 7 : 4) + size + (bytes[1] == 0x41 ? 2 : 0))
        } else {
            return nil
        }
    }

    /// Returns whether the frame is E-AC-3 rather than AC-3, according to its field bsid (ETSI TS 102 366 §E.1.3.1.6).
    private static func isEnhanced(_ bytes: UnsafeRawBufferPointer) -> Bool { (11...16).contains(bytes[5] >> 3) }

    /// Returns the length of an AC-3 or E-AC-3 frame in bytes (ETSI TS 102 366 §4.4.1 and §E.1.3.1).
    private static func ac3Length(_ bytes: UnsafeRawBufferPointer) -> Int? {
        if isEnhanced(bytes) { return 2 * ((Int(bytes[2] & 7) << 8 | Int(bytes[3])) + 1) }
        let size = Int(bytes[4] & 0x3F)
        // Bit rates in kbit/s. In the header, two values of the size code stand for each bit rate.
        let rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
        guard bytes[5] >> 3 <= 10, size / 2 < rates.count else { return nil }
        let rate = rates[size / 2]
        switch bytes[4] >> 6 {
        case 0: return rate * 4
        case 1: return 2 * (320 * rate / 147 + size & 1)
        case 2: return rate * 6
        default: return nil
        }
    }
}
