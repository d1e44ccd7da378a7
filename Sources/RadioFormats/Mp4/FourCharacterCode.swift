/// A four-character name of a box, a codec or a scheme (ISO/IEC 14496-12 §4.2).
package struct FourCharacterCode: Hashable, Sendable {
    package var value: UInt32

    package init(_ value: UInt32) { self.value = value }

    /// True if all four bytes are characters of names. A box header with another type is no box header.
    var isName: Bool {
        // The byte 0xA9 (©) begins the names of boxes with QuickTime's user data.
        withUnsafeBytes(of: value) { $0.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }
    }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
    package init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount == 4)
        value = UnsafeBufferPointer(start: text.utf8Start, count: 4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension FourCharacterCode: CustomStringConvertible {
    /// The four characters; a dot replaces each character that is not printable ASCII.
    package var description: String {
        let bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
    }
}
