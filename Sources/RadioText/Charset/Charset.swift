/// A charset of titles, by its IANA name.
///
/// Stations and station lists write the names in many ways: the labels `cp1251`, `Windows 1251`, `win-1251` and `1251`
/// all mean `windows-1251`. In practice, some names are used for a superset of the charset. Titles in such a charset
/// are therefore read in the superset, as in browsers (WHATWG Encoding §4.2): windows-1252 for ISO-8859-1, windows-874
/// for TIS-620, GB18030 for GB2312.
package struct Charset: Hashable, Sendable {
    /// The IANA name, such as `windows-1251`.
    package let name: String
    /// The name that glibc's iconv uses.
    let iconvName: String
    let form: Form

    /// The relation between a charset's bytes and its characters.
    enum Form: Hashable, Sendable {
        case utf8
        /// One byte per character, read with a table.
        case singleByte
        /// One byte per letter or mark. glibc combines a letter and the mark after it into one character.
        case composing
        case multiByte
    }

    /// Finds a charset by a label.
    ///
    /// Returns nil for unknown labels, for `binary` and for ASCII. ASCII counts as unknown: if a station declares
    /// ASCII, its declaration does not help to read other bytes.
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

    /// Returns the text, or nil if a byte has no character.
    ///
    /// In a charset with one byte per character, a byte for a control character from U+0080 to U+009F counts as a byte
    /// without a character, because no title contains such characters.
    package func decode(_ bytes: [UInt8]) -> String? {
        switch form {
        case .utf8: return String(validating: bytes, as: UTF8.self)
        case .singleByte: return CharsetTable.of(self)?.decode(bytes)
        case .composing, .multiByte:
            return Iconv.convert(bytes, from: iconvName, to: "UTF-8").flatMap { String(validating: $0, as: UTF8.self) }
        }
    }

    /// Returns the bytes of a text, or nil if the charset lacks one of the text's characters.
    package func encode(_ text: String) -> [UInt8]? {
        switch form {
        case .utf8: return Array(text.utf8)
        case .singleByte: return CharsetTable.of(self)?.encode(text)
        case .composing, .multiByte: return Iconv.convert(Array(text.utf8), from: "UTF-8", to: iconvName)
        }
    }
}
