import RadioFormats

/// Replaces the number in a FLAC frame's header, and computes the frame's checksums anew. The sound stays the same.
package enum FlacFrameNumber {
    package static func frame(
        _ frame: UnsafeRawBufferPointer, _ header: FlacFrameHeader, numbered number: Int64
    ) -> [UInt8] {
        if number == header.number { return Array(frame) }
        var bytes = Array(frame[..<4]) + coded(number)
        bytes += frame[(4 + coded(header.number).count)..<(header.byteCount - 1)]
        bytes.append(bytes.withUnsafeBytes { FlacChecksum.header($0[...]) })
        bytes += frame[header.byteCount..<(frame.count - 2)]
        let sum = bytes.withUnsafeBytes { FlacChecksum.frame($0) }
        return bytes + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }

    /// Returns a number of up to 36 bits in the variable-length form of UTF-8 (RFC 9639 §9.1.5).
    private static func coded(_ number: Int64) -> [UInt8] {
        if number < 0x80 { return [UInt8(number)] }
        // If the result has n bytes, the first holds 7 − n bits of the number, and each other byte holds six.
        var count = 2
        while count < 7, number >> Int64(5 * count + 1) > 0 { count += 1 }
        let mark = 0xFF00 >> count
        var bytes = [UInt8(truncatingIfNeeded: mark) | UInt8(truncatingIfNeeded: number >> Int64(6 * (count - 1)))]
        for index in (0..<count - 1).reversed() { bytes.append(0x80 | UInt8(number >> Int64(6 * index) & 0x3F)) }
        return bytes
    }
}
