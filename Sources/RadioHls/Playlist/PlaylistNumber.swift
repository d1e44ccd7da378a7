import RadioFormats

/// Reads numbers as playlists write them (RFC 8216 §4.2).
enum PlaylistNumber {
    /// The longest accepted time in seconds. The limit keeps sums of times from overflowing.
    static let longestSeconds: Int64 = 1_000_000_000

    /// Reads a decimal integer, with an optional sign. Some playlists write `10.0`, which is read as 10.
    static func integer(_ text: some StringProtocol) -> Int64? {
        var digits = Substring(text).utf8
        if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
            guard digits[digits.index(after: point)...].allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
            digits = digits[..<point]
        }
        return Int64(Substring(digits))
    }

    /// Reads a decimal number of seconds to the billionth, with an optional sign.
    ///
    /// Returns nil for any other text, and for more than ``longestSeconds``.
    static func seconds(_ text: some StringProtocol) -> MediaTime? {
        var rest = Substring(text).utf8
        var isNegative = false
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            rest = rest.dropFirst()
        }
        var whole: Int64 = 0
        var digits = 0
        while let digit = rest.first.flatMap(Self.digit) {
            whole = whole * 10 + digit
            guard whole <= longestSeconds else { return nil }
            digits += 1
            rest = rest.dropFirst()
        }
        var billionths: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            var unit: Int64 = 100_000_000
            while let digit = rest.first.flatMap(Self.digit) {
                billionths += digit * unit
                unit /= 10
                digits += 1
                rest = rest.dropFirst()
            }
        }
        guard rest.isEmpty, digits > 0 else { return nil }
        let scale = Int64(MediaTime.flicksPerSecond)
        let flicks = whole * scale + (billionths * scale + 500_000_000) / 1_000_000_000
        return MediaTime(flicks: isNegative ? -flicks : flicks)
    }

    /// Reads a hexadecimal sequence: `0x` or `0X`, then digits. An odd number of digits gets a leading zero.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var rest = Substring(text).utf8
        guard rest.starts(with: "0x".utf8) || rest.starts(with: "0X".utf8) else { return nil }
        rest = rest.dropFirst(2)
        guard !rest.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity((rest.count + 1) / 2)
        var isLow = rest.count % 2 == 1
        if isLow { bytes.append(0) }
        for character in rest {
            guard let value = hexDigit(character) else { return nil }
            if isLow { bytes[bytes.count - 1] |= value } else { bytes.append(value << 4) }
            isLow.toggle()
        }
        return bytes
    }

    /// Reads the decimal integers of KEYFORMATVERSIONS, which slashes separate. Returns nil if there are more than 64.
    static func versions(_ text: String) -> [Int]? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        return parts.contains(nil) || parts.count > 64 ? nil : parts.compactMap { $0 }
    }

    static func digit(_ byte: UInt8) -> Int64? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
    }

    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case _: nil
        }
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    var trimmingBlanks: String {
        var bytes = Substring(self).utf8
        while let first = bytes.first, Ascii.isBlank(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, Ascii.isBlank(last) { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}
