import RadioFormats
import RadioText

/// One byte: the kind of metadata and the declared charset; then its bytes.
enum TitleReaderTarget: FuzzTarget {
    static let name = "TitleReader"

    private static let charsets: [String?] = [nil, "utf-8", "windows-1252", "iso-8859-2", "nonsense"]

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        // The highest bits are HLS' kinds.
        let kind: TimedMetadata.Kind =
            first >= 0xC0 ? .extinf : first >= 0x80 ? .dateRange : first & 1 == 0 ? .icy : .id3
        let raw = Array(input[1...])
        let track = TitleReader.read(
            TimedMetadata(kind: kind, raw: raw), charset: charsets[Int(first >> 1) % charsets.count])
        require(track.raw == raw, "the bytes are lost")
        for text in [track.text, track.artist, track.title] {
            guard let text else { continue }
            // No byte of a title can move a cursor or ring a bell.
            let isClean = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            require(isClean, "control characters in \(text.debugDescription)")
            require(text.utf8.count <= 4 * 2 * PlainText.maximumScalars + 16, "\(text.utf8.count) bytes")
        }
        require(track.kind != .none || track.text.isEmpty, "no track, but \(track.text)")
    }
}
