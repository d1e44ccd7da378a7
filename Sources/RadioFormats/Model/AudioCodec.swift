/// The way in which sound is encoded.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable {
    case mpegLayer1 = "mp1"
    case mpegLayer2 = "mp2"
    case mpegLayer3 = "mp3"
    /// AAC of any kind. Whether a stream is HE-AAC is unknown until its first packet is decoded.
    case aac
    case vorbis, opus, flac
    /// Uncompressed samples.
    case pcm

    /// The codec's usual name.
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
