import RadioJSON

/// Reads the bytes of a title, header or list as text, without regard to other texts of the station.
///
/// ``CharsetLearner`` reads titles more reliably, because it also uses the station's earlier titles.
package enum TextDecoding {
    /// Reads `bytes` in the first of these charsets in which they are valid: the declared charset, UTF-8, windows-1252.
    ///
    /// Decoding never fails. It keeps control characters, which ``PlainText/clean(_:)`` removes. A UTF-8 text that was
    /// cut inside its last character (a metadata block ends at 4,080 bytes) loses that character and stays UTF-8. Bytes
    /// that are declared as UTF-8 are always read as UTF-8, and bytes that are declared as windows-1252 or ISO-8859-1
    /// always as windows-1252.
    /// - Parameter charset: Any label of a charset. Nil and unknown labels declare nothing.
    package static func decode(_ bytes: [UInt8], charset: String? = nil) -> String {
        switch charset.flatMap({ Charset($0) }) {
        case .utf8?: return utf8(bytes) ?? String(decoding: bytes, as: UTF8.self)
        case .windows1252?: return Windows1252.decode(bytes)
        case let charset?: return charset.decode(bytes) ?? utf8(bytes) ?? Windows1252.decode(bytes)
        case nil: return utf8(bytes) ?? Windows1252.decode(bytes)
        }
    }

    /// Returns the bytes as UTF-8 text, or nil if they are not UTF-8. An incomplete last character is dropped.
    static func utf8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let start = cutCharacter(in: bytes) else { return nil }
        let whole = bytes[..<start]
        // `Caf\xE9` in windows-1252 also looks like UTF-8 with an incomplete last character. The text counts as UTF-8
        // only if the bytes before this character contain other characters beyond ASCII.
        guard whole.contains(where: { $0 >= 0x80 }) else { return nil }
        return String(validating: whole, as: UTF8.self)
    }

    /// Returns the start of the last character if some of its bytes are missing (RFC 3629 §3).
    private static func cutCharacter(in bytes: [UInt8]) -> Int? {
        var start = bytes.count - 1
        while start >= 0, bytes.count - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0 else { return nil }
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            case _: 0
            }
        return bytes.count - start < length ? start : nil
    }
}
