import RadioFormats

/// Files that hold one packet after the other, by the suffix of their names.
public enum PacketFileKind: Hashable, Sendable, CaseIterable {
    /// MPEG audio frames: `.mp3`, `.mp2`, `.mp1`, `.mpga`, `.mpa`.
    case mpegAudio
    /// AAC in ADTS: `.aac`, `.aacp`, `.adts`.
    case adts

    /// Makes the kind of a file from its name; nil if the suffix belongs to no kind.
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
