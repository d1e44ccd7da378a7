/// What kind of file is written.
public enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// WAV (RIFF), 16 bits a sample, or 24 where the source has more than 16.
    case wav
    /// FLAC, with as many bits as ``wav``: the same samples as a source without loss has.
    case flac
    /// Opus in Ogg at 48 kHz.
    case opus
    /// MP3 with a variable bit rate.
    case mp3
    /// The packets as they are, never encoded again: MP3, AAC in ADTS, FLAC, Ogg. Trimmed to a packet.
    case passthrough

    /// The preset that a file's name asks for; nil where it ends otherwise.
    public init?(path: String) {
        switch path.split(separator: "/").last?.split(separator: ".").last?.lowercased() {
        case "wav": self = .wav
        case "flac": self = .flac
        case "opus", "ogg", "oga": self = .opus
        case "mp3": self = .mp3
        default: return nil
        }
    }
}
