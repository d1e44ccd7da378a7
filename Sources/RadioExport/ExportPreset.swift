/// The kind of file that an export writes.
public enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// WAV (RIFF) with 16 bits a sample, or 24 if the source has more than 16.
    case wav
    /// FLAC with as many bits as ``wav``. The samples of a lossless source stay the same.
    case flac
    /// Opus in Ogg at 48 kHz.
    case opus
    /// MP3 with a variable bit rate.
    case mp3
    /// The packets of the source, copied without new encoding: MP3, AAC in ADTS, FLAC, Ogg. The range begins and ends
    /// between two packets.
    case passthrough

    /// Returns the preset for the suffix of a file's name, or nil if no preset has this suffix.
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
