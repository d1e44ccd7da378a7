import RadioFormats

/// The kinds of files that contain only packets, one after another. The suffix of the file's name decides the kind.
public enum PacketFileKind: Hashable, Sendable, CaseIterable {
    /// MPEG audio frames: `.mp3`, `.mp2`, `.mp1`, `.mpga`, `.mpa`.
    case mpegAudio
    /// AAC in ADTS: `.aac`, `.aacp`, `.adts`.
    case adts

    /// Returns the kind of the file at `path`; nil if the suffix belongs to no kind.
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
