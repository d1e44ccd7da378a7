/// The kind of file that an export writes.
public enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// WAV (RIFF) with 16 bits per sample, or with 24 bits if the source has more than 16.
    case wav
    /// FLAC with 16 bits per sample, or with 24 bits if the source has more than 16. A lossless source with up to 24
    /// bits keeps its samples unchanged.
    case flac
    /// Opus in an Ogg file, at 48 kHz.
    case opus
    /// MP3 with a variable bit rate of about 190 kbit/s.
    case mp3
    /// Copies the source's packets without decoding them: MP3, AAC (written as ADTS), FLAC, or Vorbis or Opus in Ogg.
    /// The range begins and ends between two packets. Fades are ignored.
    case passthrough

    /// Returns the preset for the suffix of a path, such as `.flac`, or nil if no preset writes files with this suffix.
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
