import RadioFormats

/// Writes tags in ID3v2.4 (id3.org, "ID3 tag version 2.4.0").
package enum Id3Writer {
    /// Returns a tag of text frames and a cover.
    package static func tag(_ tags: RecordingTags) -> [UInt8] {
        var frames: [UInt8] = []
        for (name, text) in [
            ("TIT2", tags.title), ("TPE1", tags.artist), ("TALB", tags.album), ("TRSN", tags.station),
            ("TDRC", tags.date),
        ] {
            // Encoding 3 is UTF-8.
            if let text, !text.isEmpty { frames += frame(name, [3] + Array(text.prefix(maximumText).utf8)) }
        }
        if let cover = tags.cover {
            let type = Array(cover.mimeType.utf8) + [0, 3, 0]
            frames += frame("APIC", [0] + type + cover.bytes)
        }
        return Array("ID3".utf8) + [4, 0, 0] + synchsafe(frames.count) + frames
    }

    /// The largest number of characters of a text. A longer text is cut off.
    private static let maximumText = 1024

    private static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + synchsafe(body.count) + [0, 0] + body
    }

    /// Returns a number as four bytes of seven bits each (ID3v2.4 structure §6.2).
    private static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) } }
}
