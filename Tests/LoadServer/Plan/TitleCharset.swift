import Glibc

/// The charset in which a mount sends its titles.
package enum TitleCharset: String, CaseIterable, Sendable {
    case ascii = "US-ASCII"
    case utf8 = "UTF-8"
    case windows1252 = "windows-1252"
    case windows1251 = "windows-1251"
    case koi8r = "KOI8-R"
    case shiftJIS = "Shift_JIS"
    /// UTF-8 that was read as windows-1252 and encoded again.
    case twice = "UTF-8, twice"

    /// Returns the bytes of a text, or nil if the charset lacks a character of it. The conversion is the C
    /// library's, because the project's own is under test.
    package func encode(_ text: String) -> [UInt8]? {
        switch self {
        case .ascii, .utf8: Array(text.utf8)
        case .twice: text.utf8.flatMap { Array(String(Self.misread($0)).utf8) }
        case .windows1252: Self.convert(text, to: "WINDOWS-1252")
        case .windows1251: Self.convert(text, to: "WINDOWS-1251")
        case .koi8r: Self.convert(text, to: "KOI8-R")
        case .shiftJIS: Self.convert(text, to: "SHIFT_JIS")
        }
    }

    /// The name of the charset in a station list, or nil if no list would state it.
    package var label: String? {
        switch self {
        case .ascii, .utf8, .twice: nil
        case .windows1252: "ISO-8859-1"
        case .windows1251, .koi8r, .shiftJIS: rawValue
        }
    }

    /// Returns the character of a byte in windows-1252. For the five bytes that windows-1252 lacks, returns that of
    /// Latin-1.
    private static func misread(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return high[Int(byte) - 0x80] ?? Unicode.Scalar(byte)
    }

    private static let high: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]

    private static func convert(_ text: String, to charset: String) -> [UInt8]? {
        guard let handle = iconv_open(charset, "UTF-8"), handle != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(handle) }
        var source = Array(text.utf8)
        var result = [UInt8](repeating: 0, count: source.count * 2 + 16)
        var left = source.count
        var room = result.count
        source.withUnsafeMutableBytes { from in
            result.withUnsafeMutableBytes { to in
                var from = from.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = to.baseAddress?.assumingMemoryBound(to: CChar.self)
                _ = iconv(handle, &from, &left, &to, &room)
            }
        }
        return left == 0 ? Array(result.dropLast(room)) : nil
    }
}
