/// An ID3v1 tag: 128 bytes at the end of a file. https://id3.org/ID3v1
///
/// The tag names no charset, so the texts stay bytes. Their padding is removed.
package struct Id3v1Tag: Hashable, Sendable {
    /// Length of a tag in bytes.
    package static let length = 128

    package var title: [UInt8]
    package var artist: [UInt8]
    package var album: [UInt8]
    package var year: [UInt8]

    /// The texts that are not empty, each with the name of the ID3v2 frame with the same meaning.
    package var texts: [(id: String, text: [UInt8])] {
        [("TIT2", title), ("TPE1", artist), ("TALB", album), ("TYER", year)].filter { !$0.1.isEmpty }
    }

    /// Returns nil if the bytes are not an ID3v1 tag.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.starts(with: "TAG".utf8) else { return nil }
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
