import RadioFormats
import RadioText

/// Fuzzes the reader of titles. Input: one byte that chooses the kind of metadata, the declared charset and whether the
/// station's name is known; then titles of one station, separated by bytes 0x1E. Each title adds to the evidence about
/// the station's charset.
enum TitleReaderTarget: FuzzTarget {
    static let name = "TitleReader"

    private static let charsets: [String?] = [nil, "utf-8", "windows-1252", "iso-8859-2", "nonsense"]
    private static let maximumTitles = 64
    private static let names = StationNames(
        ["Example FM 98.5 - The Best Music", nil], slogans: ["More of what you like"])

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        // The two highest bits choose the two kinds of metadata in HLS playlists.
        let kind: TimedMetadata.Kind =
            first >= 0xC0 ? .extinf : first >= 0x80 ? .dateRange : first & 1 == 0 ? .icy : .id3
        let charset = charsets[Int(first >> 1) % charsets.count]
        let names = first & 0x20 == 0 ? StationNames() : names
        var evidence = CharsetEvidence()
        for raw in input[1...].split(separator: 0x1E).prefix(maximumTitles) {
            let metadata = TimedMetadata(kind: kind, raw: Array(raw))
            var again = evidence
            let track = TitleReader.read(metadata, charset: charset, names: names, evidence: &evidence)
            check(track, metadata.raw)
            require(
                TitleReader.read(metadata, charset: charset, names: names, evidence: &again) == track
                    && again == evidence, "not the same again")
            check(TitleReader.read(metadata, charset: charset), metadata.raw)
        }
    }

    static func check(_ track: TrackInfo, _ raw: [UInt8]) {
        require(track.raw == raw, "the bytes are lost")
        for text in [track.text, track.artist, track.title] {
            guard let text else { continue }
            // No title contains a control character, which could move the cursor or ring the bell.
            let isClean = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            require(isClean, "control characters in \(text.debugDescription)")
            require(text.utf8.count <= 4 * 2 * PlainText.maximumScalars + 16, "\(text.utf8.count) bytes")
        }
        require(track.kind != .none || track.text.isEmpty, "no track, but \(track.text)")
    }
}
