/// An ID3v1 tag: 128 bytes at the end of a file. https://id3.org/ID3v1
///
/// The tag names no charset, so the texts stay bytes. Their padding is removed.
package struct Id3v1Tag: Hashable, Sendable {
    package var title: [UInt8]
    package var artist: [UInt8]
    package var album: [UInt8]
    package var year: [UInt8]

    /// Returns nil if the bytes are not an ID3v1 tag.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 128, bytes.starts(with: "TAG".utf8) else { return nil }
        title = Self.text(bytes[3..<33])
        artist = Self.text(bytes[33..<63])
        album = Self.text(bytes[63..<93])
        year = Self.text(bytes[93..<97])
    }

    /// Returns a field up to its first NUL, without trailing spaces.
    private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var text = field.prefix { $0 != 0 }
        while text.last == 0x20 { text.removeLast() }
        return Array(text)
    }
}
