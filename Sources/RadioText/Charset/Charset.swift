/// A charset that titles are in, by its IANA name.
///
/// Labels are read as stations and lists write them: `cp1251`, `Windows 1251`, `win-1251` and `1251` are the same. Where a charset has
/// a superset that everybody means by its name, that one is read, as browsers do (WHATWG Encoding §4.2): windows-1252 for
/// ISO-8859-1, windows-874 for TIS-620, GB18030 for GB2312.
package struct Charset: Hashable, Sendable {
    /// The IANA name: `windows-1251`.
    package let name: String
    /// glibc's name for it.
    let iconvName: String
    let form: Form

    enum Form: Hashable, Sendable {
        case utf8
        /// One byte a character: read by a table.
        case singleByte
        /// Some bytes are marks that join the letter before: glibc composes them.
        case composing
        case multiByte
    }

    /// Nil for a name that is none of a known charset, for `binary` and for ASCII: whoever declares ASCII and sends other bytes
    /// has declared nothing.
    package init?(_ label: String) {
        guard label.utf8.count <= CharsetLabels.maximumLength else { return nil }
        var key = ""
        for byte in label.utf8 where CharsetLabels.isSignificant(byte) {
            key.unicodeScalars.append(Unicode.Scalar((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
        }
        guard let charset = CharsetLabels.byKey[key] else { return nil }
        self = charset
    }

    init(name: String, iconvName: String, form: Form) {
        self.name = name
        self.iconvName = iconvName
        self.form = form
    }

    package static let utf8 = Charset(name: "UTF-8", iconvName: "UTF-8", form: .utf8)
    package static let windows1252 = Charset(name: "windows-1252", iconvName: "WINDOWS-1252", form: .singleByte)

    /// The text, or nil where a byte stands for no character or for a control character of 0x80–0x9F, which no title has.
    package func decode(_ bytes: [UInt8]) -> String? {
        switch form {
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .singleByte: return CharsetTable.of(self)?.decode(bytes)
        case .composing, .multiByte:
            return Iconv.convert(bytes, from: iconvName, to: "UTF-8").flatMap { String(validating: $0, as: UTF8.self) }
        }
    }

    /// The bytes of a text; nil where it has a character that the charset lacks.
    package func encode(_ text: String) -> [UInt8]? {
        switch form {
        case .utf8: return Array(text.utf8)
        case .singleByte: return CharsetTable.of(self)?.encode(text)
        case .composing, .multiByte: return Iconv.convert(Array(text.utf8), from: "UTF-8", to: iconvName)
        }
    }
}
