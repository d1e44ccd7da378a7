/// Converts between bytes in the charset windows-1252 and characters. Most titles that are not UTF-8 are in this
/// charset.
///
/// windows-1252 is like Latin-1, but has printable characters for the bytes 0x80–0x9F (WHATWG Encoding, index
/// windows-1252). Every byte stands for a character.
package enum Windows1252 {
    package static func decode(_ bytes: some Sequence<UInt8>) -> String {
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(scalar(of: byte)) }
        return String(scalars)
    }

    /// Returns the character that a byte stands for. The five bytes that windows-1252 does not define stand for control
    /// characters, as in Latin-1.
    package static func scalar(of byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(upper[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    /// Returns the byte that stands for a character, or nil if windows-1252 has no such character. The control
    /// characters U+0080 to U+009F become the bytes 0x80 to 0x9F, as in Latin-1.
    package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x100 { return UInt8(scalar.value) }
        return scalar.value <= 0x2122 ? lower[UInt16(scalar.value)] : nil
    }

    private static let lower = Dictionary(
        uniqueKeysWithValues: upper.enumerated().map { ($1, UInt8(0x80 + $0)) })

    /// The characters for which the bytes 0x80 to 0x9F stand, in order, as code points.
    private static let upper: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
