import RadioJSON

/// Bytes of a title, header or list read as text, each by itself. ``CharsetLearner`` reads titles better: it knows the others
/// of their station.
package enum TextDecoding {
    /// Reads `bytes` in the declared charset if they are text in it; otherwise as UTF-8 if they are UTF-8 throughout,
    /// else as windows-1252. Never fails, and keeps control characters: ``PlainText/clean(_:)`` removes them.
    ///
    /// A UTF-8 text that was cut in the middle of its last character (a metadata block ends at 4,080 bytes) loses that
    /// character and stays UTF-8. What is declared as windows-1252 or ISO-8859-1 is read so whatever it is.
    /// `charset`: any label of a charset; nil where none is declared, or an unknown one.
    package static func decode(_ bytes: [UInt8], charset: String? = nil) -> String {
        switch charset.flatMap({ Charset($0) }) {
        case .utf8?: return utf8(bytes) ?? String(decoding: bytes, as: UTF8.self)
        case .windows1252?: return Windows1252.decode(bytes)
        case let charset?: return charset.decode(bytes) ?? utf8(bytes) ?? Windows1252.decode(bytes)
        case nil: return utf8(bytes) ?? Windows1252.decode(bytes)
        }
    }

    /// Nil where the bytes are not UTF-8.
    static func utf8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let start = cutCharacter(in: bytes) else { return nil }
        let whole = bytes[..<start]
        // `Caf\xE9` ends like a cut character too: only a text that is UTF-8 elsewhere is believed.
        guard whole.contains(where: { $0 >= 0x80 }) else { return nil }
        return String(validating: whole, as: UTF8.self)
    }

    /// Where the last character begins if its bytes are a beginning only (RFC 3629 §3).
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
