/// Makes headers of pictures in each supported format, without the pictures themselves.
package enum Pictures {
    package static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width, 4)
            + big(height, 4) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }

    package static func gif(_ width: Int, _ height: Int, version: String = "89a") -> [UInt8] {
        Array("GIF\(version)".utf8) + little(width, 2) + little(height, 2) + [0, 0, 0]
    }

    package static func webpLossy(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2))
    }

    package static func webpLossless(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14, 4) + [0, 0, 0, 0, 0])
    }

    package static func webpExtended(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8X", [0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - frame: The marker of the frame header.
    ///   - segments: The markers before the frame header, with the lengths of their segments.
    ///   - fill: The number of additional bytes 0xFF before each marker.
    package static func jpeg(
        _ width: Int, _ height: Int, frame: UInt8 = 0xC0, segments: [(UInt8, Int)] = [], fill: Int = 0
    ) -> [UInt8] {
        let filling = [UInt8](repeating: 0xFF, count: fill)
        var bytes: [UInt8] = [0xFF, 0xD8]
        for (marker, length) in [(0xE0, 16)] + segments {
            bytes += filling + [0xFF, marker] + big(length, 2) + [UInt8](repeating: 0x41, count: length - 2)
        }
        return bytes + filling + [0xFF, frame, 0, 11, 8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    }

    private static func riff(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(content.count + 12, 4) + Array(("WEBP" + chunk).utf8) + little(content.count, 4)
            + content
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension Pictures {
    /// Returns a complete PNG in one shade of grey, in stored blocks (RFC 1951 §3.2.4).
    package static func grey(_ width: Int, _ height: Int, shade: UInt8 = 0x80) -> [UInt8] {
        let row: [UInt8] = [0] + [UInt8](repeating: shade, count: width)
        let rows: [UInt8] = (0..<height).flatMap { _ in row }
        var packed: [UInt8] = [0x78, 0x01]
        var rest = rows[...]
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += little(part.count, 2) + little(~part.count & 0xFFFF, 2) + part
        } while !rest.isEmpty
        packed += big(adler32(rows), 4)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]) + chunk("IDAT", packed)
            + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return big(content.count, 4) + named + big(crc32(named), 4)
    }

    /// Returns the CRC-32 of ISO/IEC 15948 annex D.
    private static func crc32(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }

    /// Returns the Adler-32 of RFC 1950 §9.
    private static func adler32(_ bytes: [UInt8]) -> Int {
        var (first, second) = (1, 0)
        for byte in bytes {
            first = (first + Int(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return second << 16 | first
    }
}
