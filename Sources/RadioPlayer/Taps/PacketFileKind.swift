import RadioFormats

/// Files that hold packets one after the other, by the end of their names.
public enum PacketFileKind: Hashable, Sendable, CaseIterable {
    /// MPEG audio frames: `.mp3`, `.mp2`, `.mp1`, `.mpga`, `.mpa`.
    case mpegAudio
    /// AAC in ADTS: `.aac`, `.aacp`, `.adts`.
    case adts

    /// The kind of a file, by its name; nil where its name ends otherwise.
    public init?(path: String) {
        guard let suffix = FileName.suffix(of: path) else { return nil }
        if FileName.mpegAudio.contains(suffix) {
            self = .mpegAudio
        } else if FileName.adts.contains(suffix) {
            self = .adts
        } else {
            return nil
        }
    }
}
