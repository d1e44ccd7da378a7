/// What a packet is encoded with.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable {
    case mpegLayer1 = "mp1"
    case mpegLayer2 = "mp2"
    case mpegLayer3 = "mp3"
    /// AAC in any of its object types; HE-AAC is not known before a packet is decoded.
    case aac
    case vorbis, opus, flac
    /// Samples as they are.
    case pcm

    /// The name that people know.
    public var displayName: String {
        switch self {
        case .mpegLayer1: "MP1"
        case .mpegLayer2: "MP2"
        case .mpegLayer3: "MP3"
        case .aac: "AAC"
        case .vorbis: "Vorbis"
        case .opus: "Opus"
        case .flac: "FLAC"
        case .pcm: "PCM"
        }
    }
}
